import { constants, crc32, deflateRawSync } from 'node:zlib';

const MEGABYTE = 1_000_000;

/** A text that repeats a part. Packed, it is about a thousandth of its size. */
export interface Repetition {
  readonly head: string;
  /** It is repeated within each megabyte. */
  readonly part: string;
  readonly megabytes: number;
  readonly tail: string;
}

/** A ZIP archive of texts by name, which is made without unpacking the large ones. */
export function bombOf(files: Readonly<Record<string, string | Repetition>>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  // Equal ones are packed once.
  const contents = new Map([...new Set(Object.values(files))].map((content) => [content, packedOf(content)]));
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const { packed, size, sum } = contents.get(content)!;
    const path = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(sum, 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size, 18);
    fields.writeUInt16LE(path.length, 22);
    locals.push(Buffer.from('PK\x03\x04'), fields, path, packed);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, path);
    offset += 4 + fields.length + path.length + packed.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(files).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, index, Buffer.from('PK\x05\x06'), end]);
}

/** The same in gzip. */
export function gzipBombOf(content: Repetition): Buffer {
  const { packed, size, sum } = packedOf(content);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(sum, 0);
  end.writeUInt32LE(size, 4);
  return Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), packed, end]);
}

/** A workbook of sheets with one column, and the texts that they share. */
export function workbookBombOf(
  shared: string | Repetition,
  sheets: readonly (string | Repetition)[],
): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const xml = (root: string, namespace: string, content: string) =>
    `<?xml version="1.0"?><${root} xmlns="${namespace}" xmlns:r="${relations}">${content}</${root}>`;
  const relation = (id: number | string, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`;
  const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
  const inRoot = (content: string | Repetition, root: string) =>
    typeof content === 'string'
      ? xml(root, main, content)
      : {
          ...content,
          head: `<?xml version="1.0"?><${root} xmlns="${main}">${content.head}`,
          tail: `${content.tail}</${root}>`,
        };
  const worksheets = new Map(sheets.map((sheet) => [sheet, inRoot(sheet, 'worksheet')]));
  return bombOf({
    '[Content_Types].xml': xml('Types', types, ''),
    '_rels/.rels': xml('Relationships', packageRelations, relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': xml(
      'workbook',
      main,
      `<sheets>${sheets.map((_, n) => `<sheet name="S${n}" sheetId="${n + 1}" r:id="rId${n}"/>`).join('')}</sheets>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      'Relationships',
      packageRelations,
      relation('Texts', 'sharedStrings', 'sharedStrings.xml') +
        sheets.map((_, n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join(''),
    ),
    'xl/sharedStrings.xml': inRoot(shared, 'sst'),
    ...Object.fromEntries(sheets.map((sheet, n) => [`xl/worksheets/sheet${n}.xml`, worksheets.get(sheet)!])),
  });
}

/** A sheet whose rows have these cells, as text. */
export function sheetOf(...rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) =>
    row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('');
  return `<sheetData>${rows.map((row) => `<row>${cells(row)}</row>`).join('')}</sheetData>`;
}

/** Packs a text. What is packed after a full flush does not depend on what precedes it, and can be repeated. */
function packedOf(content: string | Repetition): { packed: Buffer; size: number; sum: number } {
  const { head, part, megabytes, tail } =
    typeof content === 'string' ? { head: content, part: 'x', megabytes: 0, tail: '' } : content;
  const [first, last] = [Buffer.from(head), Buffer.from(tail)];
  const middle = Buffer.from(part.repeat(Math.floor(MEGABYTE / part.length)));
  let sum = crc32(first);
  for (let n = 0; n < megabytes; n++) sum = crc32(middle, sum);
  const flushed = (bytes: Buffer) =>
    bytes.length === 0 ? bytes : deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const packedMiddle = flushed(middle);
  return {
    packed: Buffer.concat([
      flushed(first),
      ...Array.from({ length: megabytes }, () => packedMiddle),
      deflateRawSync(last),
    ]),
    size: first.length + megabytes * middle.length + last.length,
    sum: crc32(last, sum),
  };
}
