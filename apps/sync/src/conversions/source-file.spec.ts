import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { TestFolder } from '../../test/test-import.js';
import { SourceFile } from './source-file.js';

let folder: TestFolder;
beforeAll(async () => {
  folder = await TestFolder.make();
});
afterAll(() => folder.remove());

it('has the name, the size and the SHA-256 of the file', async () => {
  const file = await SourceFile.open(await folder.file('abc.csv', 'abc'));
  expect({ name: file.name, size: file.size, hash: file.hash }).toEqual({
    name: 'abc.csv',
    size: 3,
    hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  });
});

it('yields the bytes and reports their number', async () => {
  const file = await SourceFile.open(await folder.file('long.csv', 'é'.repeat(100_000)));
  let count = 0;
  const bytes = await buffer(
    file.bytes((more) => {
      count += more;
    }),
  );
  expect(bytes.toString()).toBe('é'.repeat(100_000));
  expect(count).toBe(200_000);
});

it('accepts a character that is cut by the end of a chunk', async () => {
  // A chunk of a file stream has an even number of bytes: one letter before shifts every é by one.
  const path = await folder.file('shifted.csv', `a${'é'.repeat(100_000)}`);
  await expect(SourceFile.open(path)).resolves.toMatchObject({ size: 200_001 });
});

it('refuses a file that was changed between the two readings', async () => {
  const file = await SourceFile.open(await folder.file('changing.csv', 'one'));
  await folder.file('changing.csv', 'two');
  await expect(buffer(file.bytes())).rejects.toThrow('changing.csv was changed while it was being read');
});

it('refuses a file that does not exist', async () => {
  const path = `${folder.path}/none.csv`;
  await expect(SourceFile.open(path)).rejects.toThrow(`The file ${path} does not exist.`);
});

it('refuses a directory', async () => {
  await expect(SourceFile.open(folder.path)).rejects.toThrow(`${folder.path} is a directory: give one file`);
});

it('refuses what cannot be read twice', async () => {
  await expect(SourceFile.open('/dev/null')).rejects.toThrow('/dev/null is not a regular file');
});

it('refuses an empty file', async () => {
  const path = await folder.file('empty.csv', '');
  await expect(SourceFile.open(path)).rejects.toThrow('empty.csv is empty');
});

it.each([
  [
    'Latin-1',
    Buffer.from('name\nKing\nMontréal\n', 'latin1'),
    'is not text in UTF-8: byte 6 of line 3 is 0xE9, as in Latin-1 or Windows-1252; save it as UTF-8',
  ],
  [
    'a character cut at the end',
    Buffer.from('name\né').subarray(0, -1),
    'is not text in UTF-8: its last character, on line 2, is incomplete: fetch the file again.',
  ],
  [
    'a surrogate',
    Buffer.from([0x61, 0x0a, 0xed, 0xa0, 0x80]),
    'is not text in UTF-8: byte 1 of line 2 is 0xED',
  ],
  [
    'UTF-16 with its mark',
    Buffer.from('\uFEFFname', 'utf16le'),
    'is text in UTF-16, not in UTF-8: save it as UTF-8 ("CSV UTF-8" in spreadsheet programs), or give --encoding utf-16.',
  ],
  [
    'UTF-16 in the other order',
    Buffer.from('\uFEFFname', 'utf16le').swap16(),
    'is text in UTF-16, not in UTF-8: save it as UTF-8 ("CSV UTF-8" in spreadsheet programs), or give --encoding utf-16be.',
  ],
  ['UTF-16', Buffer.from('name', 'utf16le'), 'is not text in UTF-8: line 1 has a NUL byte at byte 2'],
  [
    'a cut ZIP archive',
    Buffer.from('PK\u0003\u0004'),
    'is cut off or damaged: its ZIP archive cannot be read; fetch it again.',
  ],
  [
    'an old workbook',
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
    'is an old Excel workbook (.xls), not text: save it as CSV in UTF-8.',
  ],
  ['gzip in gzip', gzipSync(gzipSync('name')), 'is compressed with gzip twice: unpack it once.'],
  ['bzip2', Buffer.from('BZh91AY'), 'is compressed with bzip2: unpack it, or compress it with gzip.'],
  ['a PDF document', Buffer.from('%PDF-1.7'), 'is a PDF document'],
  ['gzip of Latin-1', gzipSync(Buffer.from('é', 'latin1')), 'is not text in UTF-8: its last character'],
  ['nothing in gzip', gzipSync(''), 'is empty.'],
  [
    'gzip that is cut',
    gzipSync('name\n'.repeat(1000)).subarray(0, 30),
    'is cut off: its gzip data ends too early',
  ],
  [
    'gzip that is damaged',
    Buffer.concat([gzipSync('name').subarray(0, 10), Buffer.from('no deflate data')]),
    'is damaged: its gzip data cannot be unpacked',
  ],
])('refuses %s', async (_what, content, sentence) => {
  const path = await folder.file('encoded.csv', content);
  await expect(SourceFile.open(path)).rejects.toThrow(`encoded.csv ${sentence}`);
});

it('unpacks gzip under any file name, and hashes the file on disk', async () => {
  const packed = gzipSync('é'.repeat(100_000));
  const file = await SourceFile.open(await folder.file('packed.csv', packed));
  expect(file.hash).toBe(createHash('sha256').update(packed).digest('hex'));
  expect((await buffer(file.bytes())).toString()).toBe('é'.repeat(100_000));
});

it('reports why a file cannot be read', async () => {
  const path = `${folder.path}/circle.csv`;
  await symlink(path, path);
  await expect(SourceFile.open(path)).rejects.toThrow(/circle\.csv cannot be read: ELOOP.*\.$/);
});
