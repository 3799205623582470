import { Readable } from 'node:stream';
import { csvRows } from './csv-rows.js';

const WANTED = ['name', 'note'];

async function read(text: string, columns = WANTED): Promise<unknown[]> {
  const rows = [];
  for await (const row of csvRows('list.csv', Readable.from([Buffer.from(text)]), columns))
    rows.push([row.line, ...columns.map((column) => row.text(column))]);
  return rows;
}

it.each([
  ['line feeds', 'name,note\nKing,a\nQueen,b\n'],
  ['carriage returns with line feeds', 'name,note\r\nKing,a\r\nQueen,b\r\n'],
  ['no line end at the end', 'name,note\nKing,a\nQueen,b'],
  ['a byte order mark', '\uFEFFname,note\nKing,a\nQueen,b\n'],
  ['a quoted name after a byte order mark', '\uFEFF"name","note"\nKing,a\nQueen,b\n'],
  ['another order of columns, and others', 'note,extra,name\na,x,King\nb,y,Queen\n'],
  ['blanks around values', ' name , note \n King , a \nQueen,b\n'],
])('reads a file with %s', async (_what, text) => {
  expect(await read(text)).toEqual([
    [2, 'King', 'a'],
    [3, 'Queen', 'b'],
  ]);
});

it('reads quoted commas, quotes and line ends, and still knows the lines', async () => {
  expect(await read('name,note\r\n"King, ""north""","a\r\nb"\r\n\r\n,,\r\nQueen,c\r\n')).toEqual([
    [2, 'King, "north"', 'a\r\nb'],
    [6, 'Queen', 'c'],
  ]);
});

it.each([
  [
    'name\nKing\n',
    'line 1: the column note is missing; this line must name name, note, separated by commas.',
  ],
  ['name;note\nKing;a\n', 'line 1: the columns name, note are missing; this line must name name, note'],
  ['name,note,name\nKing,a,b\n', 'line 1: the column name is there twice.'],
  ['name,note\nKing\n', 'line 2: there are 1 values, but the line of column names has 2; quote values'],
  ['name,note\nKing,a,b\n', 'line 2: there are 3 values, but the line of column names has 2; quote values'],
  ['name,note\nKing,"a\n', 'line 2: a double quote opens here and is never closed.'],
  ['name,note\nKing,a"b\n', 'line 2: there is a double quote inside a value'],
  ['name,note\nKing,"a"b\n', 'line 2: after the double quote that closes a value'],
])('refuses %j', async (text, sentence) => {
  await expect(read(text)).rejects.toThrow(`list.csv, ${sentence}`);
});

it.each(['', '\uFEFF', '\n\r\n'])('refuses %j as empty', async (text) => {
  await expect(read(text)).rejects.toThrow('list.csv is empty');
});

it.each(['name,note', 'name,note\n\n,\n'])('refuses %j, which has no row', async (text) => {
  await expect(read(text)).rejects.toThrow('list.csv has no rows below its line of column names.');
});

it('refuses a row that does not end', async () => {
  await expect(read(`name,note\nKing,"${'a\n'.repeat(600_000)}`)).rejects.toThrow(
    'more than 1000000 characters',
  );
});

it('reads no further than it is asked to', async () => {
  let chunks = 0;
  async function* endless() {
    yield Buffer.from('name,note\n');
    for (;;) {
      chunks++;
      yield Buffer.from('King,a\n'.repeat(1000));
    }
  }
  for await (const row of csvRows('list.csv', endless(), WANTED)) if (row.line === 10) break;
  const readAhead = chunks;
  await new Promise(setImmediate);
  expect(chunks).toBe(readAhead);
});

async function* broken(): AsyncGenerator<Buffer> {
  yield Buffer.from('name,note\nKing,a\n');
  throw new Error('The disk is gone.');
}

it('passes on what goes wrong below it', async () => {
  const rows = Readable.from(csvRows('list.csv', broken(), WANTED));
  await expect(rows.toArray()).rejects.toThrow('The disk is gone.');
});
