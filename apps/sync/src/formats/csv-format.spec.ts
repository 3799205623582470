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
  ['semicolons', 'name;note\nKing;a\nQueen;b\n'],
  ['tabs', 'name\tnote\nKing\ta\nQueen\tb\n'],
  ['vertical bars', '\uFEFFname|note\r\nKing|a\r\nQueen|b\r\n'],
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

it.each([
  ['a line that says how values are separated', 'sep=;\nname;note\nKing;a, b\n', [[3, ['King', 'a, b']]]],
  [
    'that line in quotes, after a byte order mark',
    '\uFEFF"sep=,"\r\nname,note\r\nKing,a\r\n',
    [[3, ['King', 'a']]],
  ],
  [
    'titles of one and of several cells',
    'City of Brampton,,\n"Clinics, by ward",updated,May 2026\n\nname,note,ward\nKing,a,1\n',
    [[5, ['King', 'a']]],
  ],
  ['a title of two lines', '"City\nof Toronto"\nname,note\nKing,a\n', [[4, ['King', 'a']]]],
])('finds the header below %s', async (_what, text, rows) => {
  expect(await read(text)).toEqual(rows);
  expect(await read(text, 3)).toEqual(rows);
});

it('names the header, and not a title, when a column is missing', async () => {
  await expect(read('List of clinics, 2026\nname,remark,ward\nKing,a,1\n')).rejects.toThrow(
    'list.csv, line 2: the column note is missing; the file has name, remark, ward.',
  );
});

it('takes a list in a value for no separator', async () => {
  expect(await read('name,note\nKing,a;b;c;d\nQueen,a;b;c;d\n')).toEqual([
    [2, ['King', 'a;b;c;d']],
    [3, ['Queen', 'a;b;c;d']],
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
