import { runSync } from '@care-atlas/data/sync';
import { CORRECTIONS } from '@care-atlas/domain/records';
import { NOW, uuid } from '../../../../libs/domain/test/builders.js';
import { ImportedDirectory, KEYS } from './imported-directory.js';

const MERGED = uuid(1);
const SURVIVOR = uuid(0);
const WARNING = `Clinic ${MERGED} was merged into clinic ${SURVIVOR}, which this answer is about.`;

let directory: ImportedDirectory;
beforeAll(async () => {
  const into = { into: SURVIVOR };
  const merge = { kind: 'merge', record: 'clinic', key: MERGED, given: into, fields: into } as const;
  directory = await ImportedDirectory.open((url) =>
    runSync(url, { source: CORRECTIONS }, NOW, (writer) =>
      writer.correct({ ...merge, why: 'Duplicate', by: 'test', until: null }),
    ),
  );
});
afterAll(() => directory?.close());

describe.each(KEYS)('with a %s key', (key) => {
  it.each(['get_clinic', 'list_clinic_reviews', 'get_clinic_review_signals'])(
    '%s answers for a merged clinic with the survivor and a warning, in the text and beside it',
    async (name) => {
      const own = await directory.call(key, name, { id: SURVIVOR });
      for (const id of [MERGED, MERGED.toUpperCase()]) {
        const { text, structured } = await directory.call(key, name, { id });
        expect(text).toContain(WARNING);
        expect(text).toContain(SURVIVOR);
        const { warnings, ...answer } = structured;
        expect(warnings).toEqual([WARNING]);
        expect(answer).toEqual(own.structured);
      }
      expect(own.text).not.toContain('was merged');
      expect(own.structured).not.toHaveProperty('warnings');
    },
  );

  it('the resource of a merged clinic is that of the survivor, with a warning', async () => {
    const read = async (id: string) => {
      const { contents } = await directory.clients[key].readResource({ uri: `care://clinics/${id}` });
      return JSON.parse((contents[0] as { text: string }).text) as { clinic: unknown; warnings?: string[] };
    };
    const own = await read(SURVIVOR);
    const merged = await read(MERGED);
    expect(merged).toEqual({ ...own, warnings: [WARNING, ...(own.warnings ?? [])] });
  });
});
