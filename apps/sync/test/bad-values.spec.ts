import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { SyncHistory } from '@care-atlas/data/sync';
import { runCommand } from '../src/commands/command.js';
import { clinics } from '../src/sources/clinics.js';
import { odhf } from '../src/sources/odhf.js';
import { register } from '../src/sources/register.js';
import type { Source } from '../src/sources/source.js';
import {
  ANY_REJECTS,
  clinicList,
  clinicsIn,
  directoryIn,
  facilities,
  importFile,
  NOW,
  registrations,
  useImports,
} from './test-import.js';

const CLINIC = '7f2c1f60-6f0b-4a51-9c53-2f1f5f5d1001';

const test = useImports();

async function run(source: Source, content: string, setting: object = ANY_REJECTS) {
  return importFile(source, await test.folder.file('list.csv', content), test.url, setting);
}

async function doctor(number = '900001') {
  return (await directoryIn(test.url)).getDoctor(number).value.doctor;
}

const FULL = {
  gender: 'Woman',
  specialties: 'Cardiology|Dermatology',
  languages: 'Tamil',
  class: 'Restricted',
  booking_phone: '416-555-0199',
  booking_online: 'https://maple.example/book',
  referral_required: 'yes',
};

const header = (row: object) => registrations({ ...FULL, booking_phone: '', ...row });

describe('a bad value of a registration', () => {
  it('does not hide that the registration was revoked', async () => {
    await run(register, registrations(FULL));
    const row = { ...FULL, status: 'Revoked', booking_phone: 'see website', location_1_phone: 'see website' };
    const summary = await run(register, registrations(row));
    expect(summary).toMatchObject({ rejected: 0, noted: 1, expired: 1 });
    expect((await directoryIn(test.url)).listDoctors({}).value.total).toBe(0);
    expect((await doctor()).bookingMethod.phone).toBe('+1-416-555-0199');
  });

  it('leaves what the record had, and the rest of the row is taken', async () => {
    await run(register, registrations(FULL));
    const { name: _, ...before } = await doctor();
    const bad = {
      name: 'Amara Newname',
      gender: '~',
      specialties: 'Spa',
      languages: 'Klingon',
      booking_phone: '~',
      booking_online: 'ask us',
      referral_required: '~',
      independent_since: 'long ago',
      location_1_phone: '~',
      location_1_postal_code: '~',
    };
    const summary = await run(register, registrations({ ...FULL, ...bad }));
    expect(summary).toMatchObject({ rejected: 0, noted: 1, updated: 1 });
    const { name, ...after } = await doctor();
    expect(name).toBe('Dr. Amara Newname');
    expect(after).toEqual(before);
    const { reason } = summary.fieldNotes[0]!;
    for (const column of Object.keys(bad).filter((key) => !/^name|_1_phone/.test(key)))
      expect(reason).toContain(`${column} is`);
  });

  it('is imported twice the same', async () => {
    await run(register, registrations(FULL));
    const bad = registrations({ ...FULL, gender: '~', location_1_phone: '~', specialties: '~' });
    await run(register, bad);
    expect(await run(register, bad)).toMatchObject({ updated: 0, unchanged: 1, noted: 1 });
  });

  it('of its location leaves the telephone and the position of the clinic', async () => {
    const at = { location_1_lat: '43.66', location_1_lng: '-79.38' };
    const withPosition = (row: object, { location_1_lat: lat, location_1_lng: lng }: typeof at) =>
      header(row)
        .split('\n')
        .map(
          (line, index) =>
            line && `${line},${index === 0 ? 'location_1_lat,location_1_lng' : `${lat},${lng}`}`,
        )
        .join('\n');
    await run(register, withPosition({}, at));
    const before = await doctor();
    await run(register, withPosition({ location_1_phone: '~' }, { ...at, location_1_lat: 'x' }));
    expect(await doctor()).toEqual(before);
    expect(before.clinic).toMatchObject({ lat: 43.66, phone: '+1-416-555-0101' });
  });

  it('rejects a new registration only where there is nothing to keep, and names every fault', async () => {
    const summary = await run(
      register,
      registrations({ gender: '~' }, { gender: '~', location_1_address: '' }, { name: '', gender: '~' }),
    );
    expect(summary).toMatchObject({ created: 1, rejected: 2 });
    expect(summary.rejections.map(({ line, kind }) => [line, kind])).toEqual([
      [4, 'row'],
      [3, 'row'],
    ]);
    for (const { reason } of summary.rejections) expect(reason).toContain('gender is "~", but must be');
    expect(summary.rejections[0]!.reason).toContain('name is empty');
    expect(summary.rejections[1]!.reason).toContain('location_1_address is empty');
    expect((await readFile(summary.rejectsFile!, 'utf8')).trim().split('\n')).toHaveLength(4);
  });

  it('keeps the clinics of a doctor who returns, and opens them again', async () => {
    await run(register, registrations(FULL, {}), { ...ANY_REJECTS, complete: true });
    const gone = registrations(
      { ...FULL, status: 'Expired' },
      { location_1_address: '1 King Street W', location_1_postal_code: 'M5H 1A1' },
    );
    expect(await run(register, gone, { complete: true })).toMatchObject({ expired: 1, closed: 1 });
    const back = registrations({ ...FULL, location_1_postal_code: '~' });
    expect(await run(register, back)).toMatchObject({ unexpired: 1, reopened: 1 });
    expect((await doctor()).clinic).toMatchObject({ address: '145 Front Street E, Toronto, ON M5A 1E3' });
  });
});

describe('notes', () => {
  const FAULTY: Readonly<Record<string, string>> = { gender: '~' };
  const twenty = (bad: number) =>
    registrations(...Array.from({ length: 20 }, (_, index) => (index < bad ? FAULTY : {})));

  it('do not count as rejected, and have a limit of their own', async () => {
    expect(await run(register, twenty(1), {})).toMatchObject({ created: 20, noted: 1, rejected: 0 });
    await expect(run(register, twenty(2), {})).rejects.toThrow(
      '2 of 20 rows have bad values, but such values of at most 5% of them may be left out. Correct',
    );
    expect(await run(register, twenty(2), { maxNotes: { count: 2 } })).toMatchObject({ noted: 2 });
  });

  it('are in the rejects file, in the history and in what the command prints', async () => {
    const path = await test.folder.file('list.csv', twenty(2));
    let printed = '';
    const command = (words: readonly string[]) =>
      runCommand(words, {
        databaseUrl: test.url,
        clock: () => NOW,
        actor: 'shell:tester',
        input: Readable.from([]),
        output: { write: (text) => (printed += text) },
        errorOutput: { write: () => undefined },
      });
    expect(await command(['register', path])).toBe(4);
    expect(await command(['register', path, '--max-notes', '10%'])).toBe(0);
    expect(printed).toContain('2 with values that were left out: see ');
    expect(printed).toContain('line 2: gender is "~", but must be');
    const text = await readFile(path.replace('.csv', '.rejects.csv'), 'utf8');
    expect(text).toContain(',2,field,gender,~,"gender is ""~"", but must be');
    const history = new SyncHistory(test.database);
    const [latest] = await history.runs(1);
    expect(await history.rejects(latest!.id)).toMatchObject([
      { kind: 'field', line: 2, column: 'gender', value: '~' },
      { kind: 'field', line: 3 },
    ]);
    printed = '';
    await command(['show', latest!.id]);
    expect(printed).toContain('rows of which values were left out: 2\n  line 2: gender');
  });
});

describe('a bad value of a clinic', () => {
  const full = {
    id: CLINIC,
    phone: '416-555-0123',
    website: 'maple.example',
    opening_hours: 'Mo-Fr 09:00-17:00',
    wheelchair: 'yes',
    virtual_visits: 'no',
    accepting: 'yes',
    accepting_observed_at: '2026-10-01',
  };

  it('leaves what the clinic had, and the rest of the row is taken', async () => {
    await run(clinics, clinicList(full));
    const before = (await clinicsIn(test.url)).get(CLINIC)!;
    const bad = Object.fromEntries(
      [...Object.keys(full).slice(1), 'type', 'lat', 'postal_code'].map((column) => [column, '~']),
    );
    const summary = await run(
      clinics,
      clinicList({ ...full, ...bad, opening_hours: 'Mo-Fr 9', name: 'New Name' }),
    );
    expect(summary).toMatchObject({ rejected: 0, noted: 1, updated: 1 });
    expect((await clinicsIn(test.url)).get(CLINIC)).toEqual({ ...before, name: 'New Name' });
  });

  it('places a new clinic at its postal area where only its coordinates are bad', async () => {
    expect(await run(clinics, clinicList({ id: CLINIC, lat: '~' }))).toMatchObject({ created: 1, noted: 1 });
    expect((await clinicsIn(test.url)).get(CLINIC)).toMatchObject({ positionSource: 'postal-area' });
  });

  it('of the open data leaves it too', async () => {
    await run(odhf, facilities({}));
    const [before] = (await clinicsIn(test.url)).values();
    const row = { lat: '~', postal_code: '~', source_facility_type: '~', municipality: '' };
    expect(await run(odhf, facilities(row))).toMatchObject({ unchanged: 1, noted: 1, rejected: 0 });
    expect([...(await clinicsIn(test.url)).values()]).toEqual([before]);
  });
});
