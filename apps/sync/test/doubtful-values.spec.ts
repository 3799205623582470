import { readFile } from 'node:fs/promises';
import type { ValueFault } from '@care-atlas/data/sync';
import { parse } from 'csv-parse/sync';
import { clinics } from '../src/sources/clinics.js';
import { register } from '../src/sources/register.js';
import { specialists } from '../src/sources/specialists.js';
import type { Source } from '../src/sources/source.js';
import { readMap } from '../src/mapping/read-map.js';
import { summaryText } from '../src/run/import-summary.js';
import {
  ANY_REJECTS,
  clinicList,
  clinicsIn,
  directoryIn,
  importFile,
  registrations,
  useImports,
} from './test-import.js';

const test = useImports();
const CLINIC = '7f2c1f60-6f0b-4a51-9c53-2f1f5f5d1001';

async function run(source: Source, content: string, setting: object = ANY_REJECTS) {
  return importFile(source, await test.folder.file('list.csv', content), test.url, setting);
}

const importHours = (hours: string, setting?: object) =>
  run(clinics, clinicList({ id: CLINIC, opening_hours: hours }), setting);

async function listed(query: object = {}) {
  return (await directoryIn(test.url)).listClinics({ include: ['notes', 'hours'], ...query }).value;
}

describe('hours that are not plausible', () => {
  it('are not known, take no part in filters, and are said in the notes of the clinic and in the report', async () => {
    const summary = await importHours('Mo-Fr 02:00-10:00');
    const [clinic] = (await listed()).clinics;
    expect(clinic!.openingHours).toBeNull();
    expect(clinic!.notes).toContain('The opening hours are not known.');
    expect(clinic!.notes!.join(' ')).toContain(
      'The hours of the source are not plausible: "Mo-Fr 02:00-10:00" (it opens before 05:00).',
    );
    expect((await listed({ days: ['mon'] })).total).toBe(0);
    expect((await listed({ days: ['mon'], openAt: '09:00' })).total).toBe(0);
    expect(summary).toMatchObject({ created: 1, rejected: 0, noted: 1 });
    expect(summary.fieldNotes[0]).toMatchObject({
      kind: 'field',
      column: 'opening_hours',
      value: 'Mo-Fr 02:00-10:00',
    });
    expect(summary.fieldNotes[0]!.reason).toBe(
      'opening_hours is "Mo-Fr 02:00-10:00", but must be plausible (it opens before 05:00); the hours are stored as not known.',
    );
    expect(summary.report.notes).toEqual([{ column: 'opening_hours', rows: 1, doubtful: 1 }]);
    expect(summaryText(summary, { next: '' })).toContain('  1 opening_hours, of which 1 doubtful');
  });

  it('do not keep a file from being imported', async () => {
    const hours = ['Mo-Fr 9-5', '9-5', 'Mo-Fr 00:00-00:00', 'Mo-Fr 02:00-10:00', 'Mo 09:00-12:00', 'Tu 9-5'];
    const list = clinicList(...hours.map((each, index) => ({ id: `c-${index}`, opening_hours: each })));
    expect(await run(clinics, list, {})).toMatchObject({ created: 6, noted: 3 });
  });

  it('replace hours that an earlier import misread', async () => {
    await importHours('Mo-Fr 09:00-24:00');
    await importHours('Mo-Fr 00:00-00:00');
    expect((await clinicsIn(test.url)).get(CLINIC)!.openingHours).toEqual([]);
    expect(await importHours('Mo-Fr 00:00-00:00')).toMatchObject({ unchanged: 1 });
  });

  it.each([501, 30_000])('are those of %d characters, whatever the clinic had', async (length) => {
    await importHours('Mo-Fr 09:00-17:00');
    const summary = await importHours('m'.repeat(length));
    expect(summary.fieldNotes[0]!.reason).toMatch(
      /must be plausible \(it is longer than 500 characters\); the hours are stored as not known/,
    );
    const [clinic] = (await listed()).clinics;
    expect(clinic!.openingHours).toBeNull();
    expect(clinic!.notes!.join(' ')).toContain('(it is longer than 500 characters).');
  });

  it('go with their note when the source is plausible again', async () => {
    await importHours('Mo-Fr 00:00-00:00');
    await importHours('Mo-Fr 09:00-17:00');
    const { notes } = (await listed()).clinics[0]!;
    expect(notes!.join(' ')).not.toMatch(/hours/);
  });
});

it('many remarks of a source are one short note', async () => {
  const special = Array.from({ length: 28 }, (_, index) => `Dec ${index + 1} off`).join('; ');
  await importHours(`Mo-Fr 09:00-17:00; ${special}; Sa unknown "call https://evil.example"`);
  const notes = (await listed()).clinics[0]!.notes!.filter((note) => note.includes('December'));
  expect(notes).toHaveLength(1);
  expect(notes[0]!.length).toBeLessThanOrEqual(500);
  expect(notes[0]).toMatch(
    /^Whether it is open is not known: Sat \(call \[web address\]\)\. Hours on December 1: /,
  );
  expect(notes[0]).toMatch(/The source says more about the hours, which is not shown\.$/);
});

describe('hours that cannot be read', () => {
  it('of a new clinic are in its notes', async () => {
    expect(await importHours('ask us')).toMatchObject({ created: 1, noted: 1 });
    expect((await listed()).clinics[0]!.notes).toContain('The hours of the source cannot be read: "ask us".');
  });

  it('leave those of a stored clinic, with their note', async () => {
    await importHours('Mo-Fr 9-5');
    const before = await listed();
    await importHours('ask us');
    expect((await listed()).clinics[0]!.notes).toEqual(before.clinics[0]!.notes);
    expect((await listed()).clinics[0]!.openingHours).toEqual(before.clinics[0]!.openingHours);
  });
});

it('hours that were read as others are said in the notes of the clinic and in the report', async () => {
  const summary = await importHours('Mo-Fr 9-5', {});
  expect((await listed()).clinics[0]!.notes).toContain(
    'The source says "Mo-Fr 9-5", read as Mon-Fri 09:00-17:00.',
  );
  expect((await listed({ days: ['mon'], openAt: '16:59' })).total).toBe(1);
  expect((await listed({ days: ['mon'], openAt: '17:00' })).total).toBe(0);
  expect(summary.notes).toEqual([
    {
      reason: 'opening hours in everyday words, read as 24-hour times',
      rows: 1,
      examples: ['"Mo-Fr 9-5" read as Mon-Fri 09:00-17:00'],
    },
  ]);
  const text = summaryText(summary, { next: '' });
  expect(text).toContain('1 with opening hours in everyday words, read as 24-hour times\n');
  expect(text).toContain('    "Mo-Fr 9-5" read as Mon-Fri 09:00-17:00\n');
});

it('a file without the column keeps the hours and their note', async () => {
  await importHours('Mo-Fr 09:00-17:00; PH off');
  const without = clinicList({ id: CLINIC, name: 'Renamed' })
    .split('\n')
    .map((line) =>
      line
        .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .toSpliced(12, 1)
        .join(','),
    )
    .join('\n');
  expect(without).not.toContain('opening_hours');
  await run(clinics, without);
  const [clinic] = (await listed()).clinics;
  expect(clinic).toMatchObject({ name: 'Renamed' });
  expect(clinic!.notes).toContain('Hours on public holidays: closed.');
  expect(clinic!.openingHours).toHaveLength(5);
});

it('the notes about hours may change of any number of clinics', async () => {
  const list = (hours: string) =>
    clinicList(...Array.from({ length: 12 }, (_, index) => ({ id: `c-${index}`, opening_hours: hours })));
  await run(clinics, list('Mo-Fr 09:00-17:00'));
  expect(await run(clinics, list('Mo-Fr 09:00-17:00; PH off'))).toMatchObject({ updated: 12 });
});

describe('a list with words that the directory does not know', () => {
  const FULL = { specialties: 'Cardiology', languages: 'English' };
  const doctor = async () => (await directoryIn(test.url)).getDoctor('900001').value.doctor;

  it('keeps the others, and names each word', async () => {
    const summary = await run(
      register,
      registrations({ specialties: 'Cardiology|Crystal Healing', languages: 'English|Urdu|Klingon|Elvish' }),
      {},
    );
    expect(await doctor()).toMatchObject({ specialties: ['Cardiology'], languages: ['English', 'Urdu'] });
    expect(summary).toMatchObject({ created: 1, rejected: 0, noted: 1 });
    const [note] = summary.fieldNotes;
    expect(note).toMatchObject({
      column: 'specialties, languages',
      value: 'Crystal Healing, Klingon, Elvish',
    });
    for (const word of ['Crystal Healing', 'Klingon', 'Elvish'])
      expect(note!.reason).toContain(`has "${word}", but must be a `);
  });

  it('replaces a list as it is understood, and keeps one of which nothing is', async () => {
    await run(register, registrations(FULL));
    await run(register, registrations({ ...FULL, languages: 'Tamil|Klingon', specialties: 'Spa|Sauna' }));
    expect(await doctor()).toMatchObject({ specialties: ['Cardiology'], languages: ['Tamil'] });
  });

  it('does not count toward the limit for bad values, unless nothing of a list is known', async () => {
    const rows = (languages: string) => registrations(...Array.from({ length: 20 }, () => ({ languages })));
    const half = rows('English|Klingon').split('\n').slice(0, 11).join('\n');
    const other = registrations(...Array.from({ length: 20 }, () => ({ languages: 'Tamil' })));
    const list = [half, ...other.split('\n').slice(11)].join('\n');
    expect(await run(register, list, {})).toMatchObject({ created: 20, noted: 10 });
    await expect(run(register, rows('Klingon'), {})).rejects.toThrow('20 of 20 rows have bad values');
  });

  it('keeps the words that a map knows', async () => {
    const map = await readMap(
      await test.folder.file(
        'list.yaml',
        "source: register\ncolumns:\n  languages: { field: languages, separator: '/', values: { EN: English, FR: French } }\n",
      ),
      register,
    );
    const summary = await run(register, registrations({ languages: 'EN/XX/FR' }), { map, ...ANY_REJECTS });
    expect((await doctor()).languages).toEqual(['English', 'French']);
    expect(summary.fieldNotes[0]!.reason).toMatch(/^languages has "XX", but must be a value of .*: en; fr\./);
  });

  it('of a service is its only word, and rejects the row', async () => {
    await importHours('');
    const list = `clinic_id,specialty,wait_weeks\n${CLINIC},Spa,2\n${CLINIC},Cardiology,2\n`;
    expect(await run(specialists, list)).toMatchObject({ created: 1, rejected: 1 });
  });
});

describe('a file of which more than half of the values of a field are doubtful, or read in part', () => {
  const rowsOf = (count: number, cells: Record<string, string>, usual: Record<string, string>) =>
    registrations(...Array.from({ length: 20 }, (_, index) => (index < count ? cells : usual)));

  it.each([
    ['specialties', 'Cardiology|Spa', 'Cardiology'],
    ['languages', 'English|Klingon', 'English'],
  ])('is not imported: %s', async (column, partly, whole) => {
    const list = (count: number) => rowsOf(count, { [column]: partly }, { [column]: whole });
    const [, word] = partly.split('|');
    const refusal = `11 of 20 rows with ${column} have some that the directory does not know, such as "${word}"; at most 50% of them may.`;
    await expect(run(register, list(11), {})).rejects.toThrow(refusal);
    await expect(run(register, list(11), { maxNotes: { share: 0.05 } })).rejects.toThrow('--max-notes 11 ');
    expect(await run(register, list(11), { maxNotes: { count: 11 } })).toMatchObject({
      created: 20,
      noted: 11,
    });
    expect(await run(register, list(10), {})).toMatchObject({ noted: 10 });
    expect(await run(register, list(20), { maxNotes: { share: 1 } })).toMatchObject({ noted: 20 });
  });

  it('counts only rows that give a value', async () => {
    const list = rowsOf(3, { languages: 'English|Klingon' }, { languages: '' });
    await expect(run(register, list, {})).rejects.toThrow('3 of 3 rows with languages have some');
  });

  it('is not imported: hours', async () => {
    const list = (count: number) =>
      clinicList(
        ...Array.from({ length: 20 }, (_, index) => ({
          id: `c-${index}`,
          opening_hours: index < count ? 'Mo-Fr 02:00-10:00' : 'Mo-Fr 09:00-17:00',
        })),
      );
    await expect(run(clinics, list(20), {})).rejects.toThrow(
      '20 of 20 rows with opening hours have some that are not plausible and would be stored as not known, such as "Mo-Fr 02:00-10:00"',
    );
    expect((await clinicsIn(test.url)).size).toBe(0);
    expect(await run(clinics, list(10), {})).toMatchObject({ created: 20, noted: 10 });
  });

  it('is counted by the columns of a map', async () => {
    const map = await readMap(
      await test.folder.file(
        'list.yaml',
        "source: register\ncolumns:\n  languages: { field: languages, separator: '/', values: { EN: English } }\n",
      ),
      register,
    );
    await expect(run(register, rowsOf(20, { languages: 'EN/XX' }, {}), { map })).rejects.toThrow(
      '20 of 20 rows with languages have some that the directory does not know, such as "XX"',
    );
  });

  it('is another than a file of which some rows have an unknown language', async () => {
    const list = registrations(
      ...Array.from({ length: 100 }, (_, index) => ({
        languages: index % 16 === 0 ? 'English|Klingon' : 'English',
      })),
    );
    expect(await run(register, list, {})).toMatchObject({ created: 100, noted: 7 });
  });
});

describe('a source record keeps what is doubtful, or cannot be read, as its source says it', () => {
  const doubts = async (kind: string) =>
    (await test.database.query(`select doubts from source_record where kind = $1`, [kind])) as {
      doubts: Record<string, { value: string; reason: string }> | null;
    }[];
  const clinic = (cells: object) => clinicList({ id: CLINIC, ...cells });

  it('with the reasons, until the source says something else', async () => {
    await run(clinics, clinic({ opening_hours: 'Mo-Fr 02:00-10:00', phone: '911' }));
    expect(await doubts('clinic')).toEqual([
      {
        doubts: {
          opening_hours: {
            value: 'Mo-Fr 02:00-10:00',
            reason: expect.stringContaining('(it opens before 05:00)'),
          },
          phone: { value: '911', reason: expect.stringContaining('must be a telephone number') },
        },
      },
    ]);
    expect(await run(clinics, clinic({ opening_hours: 'Mo-Fr 02:00-10:00' }))).toMatchObject({
      unchanged: 1,
    });
    expect(Object.keys((await doubts('clinic'))[0]!.doubts!)).toEqual(['opening_hours']);
    await run(clinics, clinic({ opening_hours: 'Mo-Fr 09:00-17:00' }));
    expect(await doubts('clinic')).toEqual([{ doubts: null }]);
  });

  it('and an older extract does not change it', async () => {
    const at = (day: string) => ({ extractedAt: new Date(`${day}T00:00:00Z`), ...ANY_REJECTS });
    await run(clinics, clinic({ opening_hours: 'Mo-Fr 09:00-17:00' }), at('2026-11-10'));
    await run(clinics, clinic({ opening_hours: 'Mo-Fr 02:00-10:00' }), at('2026-11-09'));
    expect(await doubts('clinic')).toEqual([{ doubts: null }]);
  });

  it('of each word of a list', async () => {
    await run(register, registrations({ languages: 'English|Klingon|Elvish' }));
    expect((await doubts('doctor'))[0]!.doubts!['languages']!.value).toBe('Klingon, Elvish');
  });

  it('without numbers that identify a person, and whatever characters it has', async () => {
    await run(clinics, clinic({ opening_hours: 'Mo 046 454 286', phone: 'call \uD800 us' }));
    const text = JSON.stringify(await doubts('clinic'));
    expect(text).not.toContain('046 454 286');
    expect(text).toContain('us');
  });
});

describe('the rejects file suggests what a value may mean', () => {
  /** The suggestions by column, of the rows in their order. */
  async function suggestions(path: string): Promise<string[][]> {
    const rows = parse<Record<string, string>>(await readFile(path), { columns: true, bom: true });
    return rows.map(({ reject_details }) =>
      (JSON.parse(reject_details!) as ValueFault[]).flatMap((fault) => fault.suggestions),
    );
  }

  it('and with the suggestions it is imported without a fault', async () => {
    const list = clinicList(
      { id: 'a', opening_hours: 'Mo-Fr 02:00-10:00' },
      { id: 'b', phone: '416-555-OIOO' },
      { id: 'c', opening_hours: 'ask us' },
    );
    const { rejectsFile } = await run(clinics, list);
    const found = await suggestions(rejectsFile!);
    expect(found).toEqual([['Mo-Fr 14:00-22:00'], ['416-555-0100'], []]);
    const rejects = (await readFile(rejectsFile!, 'utf8'))
      .replace('Mo-Fr 02:00-10:00', found[0]![0]!)
      .replace('416-555-OIOO', found[1]![0]!)
      .replace('ask us', '');
    const again = await importFile(clinics, await test.folder.file('mended.csv', rejects), test.url, {});
    expect(again).toMatchObject({ rejected: 0, noted: 0, updated: 3, unknownColumns: [] });
  });

  it('of words, with the nearest that the directory knows', async () => {
    const { rejectsFile } = await run(
      register,
      registrations(
        { languages: 'English; Sindi; Panjabbi' },
        { languages: 'English|Xyzzyx' },
        { languages: 'Sindi|English', specialties: 'Cardiolgy' },
      ),
    );
    expect(await suggestions(rejectsFile!)).toEqual([
      ['English|Sindhi|Punjabi', 'English|Sindhi|Punjabi'],
      [],
      ['Cardiology', 'Sindhi|English'],
    ]);
  });

  it('but nothing for a cell that a map reads in another way', async () => {
    const map = await readMap(
      await test.folder.file(
        'list.yaml',
        'source: register\ncolumns:\n  languages: { field: languages, separator: ";", values: { EN: English, "*": Sindi } }\n',
      ),
      register,
    );
    const summary = await run(register, registrations({ languages: 'EN;SD' }), { map, ...ANY_REJECTS });
    expect(await suggestions(summary.rejectsFile!)).toEqual([[]]);
  });
});
