import { Readable } from 'node:stream';
import { CsvFormat } from './csv-format.js';

const SHAPE = { columns: { name: '', note: '' }, needs: [['name'], ['note']] };

async function read(text: string, chunkSize = 1_000_000): Promise<unknown[]> {
  const bytes = Buffer.from(text);
  const chunks = [];
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.subarray(at, at + chunkSize));
  const rows = [];
  for await (const batch of new CsvFormat('list.csv', SHAPE).rows(Readable.from(chunks)))
    for (const row of batch) rows.push([row.line, row.fault?.reason ?? [row.text('name'), row.text('note')]]);
  return rows;
}

it.each([
  ['line feeds', 'name,note\nKing,a\nQueen,b\n'],
  ['carriage returns with line feeds', 'name,note\r\nKing,a\r\nQueen,b\r\n'],
  ['no line end at the end', 'name,note\nKing,a\nQueen,b'],
  ['a byte order mark', '\uFEFFname,note\nKing,a\nQueen,b\n'],
  ['a quoted name after a byte order mark', '\uFEFF"name","note"\nKing,a\nQueen,b\n'],
  ['another order of columns, and others', 'note,extra,name\na,x,King\nb,y,Queen\n'],
  ['other spellings of columns', 'Name, NOTE \nKing,a\nQueen,b\n'],
  ['blanks around values', ' name , note \n King , a \nQueen,b\n'],
])('reads a file with %s, however it is cut into parts', async (_what, text) => {
  const rows = [
    [2, ['King', 'a']],
    [3, ['Queen', 'b']],
  ];
  expect(await read(text)).toEqual(rows);
  expect(await read(text, 3)).toEqual(rows);
});

it('reads quoted commas, quotes and line ends, and counts the lines', async () => {
  expect(await read('name,note\r\n"King, ""north""","a\r\nb"\r\n\r\n,,\r\nQueen,c\r\n')).toEqual([
    [2, ['King, "north"', 'a b']],
    [6, ['Queen', 'c']],
  ]);
});

it('reads a quote inside an unquoted value literally', async () => {
  expect(await read('name,note\nKing,5\'10" tall\n')).toEqual([[2, ['King', '5\'10" tall']]]);
});

it('returns a row with too few or too many values with a fault', async () => {
  const counts = 'values, but the header has 2 columns: quote values that contain a comma.';
  expect(await read('name,note\nKing\nQueen,a,b\nBay,c\n')).toEqual([
    [2, `The row has 1 ${counts}`],
    [3, `The row has 3 ${counts}`],
    [4, ['Bay', 'c']],
  ]);
});

it.each([
  ['name\nKing\n', 'list.csv, line 1: the column note is missing; the file has only "name".'],
  [
    'name;note\nKing;a\n',
    'list.csv, line 1: the values are separated by semicolons: save the file with commas.',
  ],
  [
    'nam,note\nKing,a\n',
    'list.csv, line 1: the column name is missing (did you mean "nam" for name?); the file has nam, note.',
  ],
  ['name,note,name\nKing,a,b\n', 'list.csv, line 1: the column name occurs twice: remove one of the two.'],
  ['name,note\nKing,a\nQue', 'list.csv is cut off: its last row, on line 3, is incomplete.'],
  ['name,note\nKing,"a\n', 'list.csv, line 2: a double quote opens here and is never closed'],
  ['', 'list.csv is empty'],
  ['\uFEFF', 'list.csv is empty'],
  ['\n\r\n', 'list.csv is empty'],
  ['name,note', 'list.csv has no rows below its header.'],
  ['name,note\n\n,\n', 'list.csv has no rows below its header.'],
])('refuses %j', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});

it('refuses a row that does not end', async () => {
  await expect(read(`name,note\nKing,"${'a\n'.repeat(600_000)}`)).rejects.toThrow(
    'more than 1000000 characters',
  );
});

it('reads no further than its consumer', async () => {
  let chunks = 0;
  async function* endless() {
    yield Buffer.from('name,note\n');
    for (;;) {
      chunks++;
      yield Buffer.from('King,a\n'.repeat(1000));
    }
  }
  for await (const batch of new CsvFormat('list.csv', SHAPE).rows(endless())) if (batch.length > 0) break;
  const readAhead = chunks;
  await new Promise(setImmediate);
  expect(chunks).toBe(readAhead);
});

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from('name,note\nKing,a\n');
  throw new Error('The disk is gone.');
}

it('passes on errors of its input', async () => {
  const rows = Readable.from(new CsvFormat('list.csv', SHAPE).rows(broken()));
  await expect(rows.toArray()).rejects.toThrow('The disk is gone.');
});
