import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { runCommand } from '../src/commands/command.js';
import { clinicsIn, clinicList, directoryIn, registrations, stationList, useImports } from './test-import.js';

const test = useImports();

let now = new Date('2026-11-20T15:42:10.500Z');
beforeEach(() => {
  now = new Date('2026-11-20T15:42:10.500Z');
});

/** Runs a command as an operator does, an hour after the last. */
async function run(...words: readonly string[]) {
  now = new Date(now.getTime() + 3_600_000);
  const said = { output: '', errors: '' };
  const code = await runCommand(words, {
    databaseUrl: test.url,
    clock: () => now,
    actor: 'shell:tester',
    input: Readable.from([]),
    output: { write: (more) => (said.output += more) },
    errorOutput: { isTTY: false, write: (more) => (said.errors += more) },
  });
  return { code, ...said };
}

const fileOf = (name: string, content: string) => test.folder.file(name, content);
const allows = ['--max-rejects', '100%', '--max-notes', '100%'];

/** Returns the words of the command that a summary names. */
function commandIn(output: string): string[] {
  const [, command = ''] =
    /^Correct the values in that file, and import it: npm run sync -- (.*)$/m.exec(output) ?? [];
  return command.split(' ');
}

describe('the command that imports a corrected rejects file', () => {
  it('imports it as a part of its extract, and leaves what a newer one said', async () => {
    const list = (phone: string, other: string) =>
      clinicList({ id: 'a', phone }, { id: 'b', phone: other, address: '5 King St W, Toronto, ON' });
    const first = await run('clinics', await fileOf('list.csv', list('~', '~')), ...allows);
    await run(
      'clinics',
      await fileOf('newer.csv', list('416-555-0109', '')),
      '--complete',
      '--max-changed',
      '100',
    );
    const rejects = `${test.folder.path}/list.rejects.csv`;
    await fileOf(
      'list.rejects.csv',
      (await readFile(rejects, 'utf8')).replaceAll(',~,,family', ',416-555-0101,,family'),
    );
    const words = commandIn(first.output);
    expect(words).toEqual(['clinics', rejects, '--extracted-at', '2026-11-20T16:42:10.500Z']);
    const mended = await run(...words, ...allows);
    expect(mended).toMatchObject({ code: 0 });
    const phones = Array.from((await clinicsIn(test.url)).values(), ({ phone }) => phone);
    expect(phones.toSorted()).toEqual(['', '+1-416-555-0109']);
  });

  it('gives values to records of its own extract', async () => {
    const { output } = await run(
      'register',
      await fileOf('list.csv', registrations({ booking_phone: '~' })),
      ...allows,
    );
    const rejects = `${test.folder.path}/list.rejects.csv`;
    await fileOf('list.rejects.csv', (await readFile(rejects, 'utf8')).replace(',~,,', ',416-555-0177,,'));
    expect((await run(...commandIn(output), ...allows)).output).toMatch(/^ +1 updated$/m);
    const { doctor } = (await directoryIn(test.url)).getDoctor('900001').value;
    expect(doctor.bookingMethod.phone).toBe('+1-416-555-0177');
  });

  it('has the map and the list of the import, and quotes its words', async () => {
    const map = await fileOf('my map.yaml', 'source: clinics\ncolumns:\n  Title: name\n');
    const list = clinicList({ phone: '~' }).replace('id,name', 'id,Title');
    const path = await fileOf('list.csv', list);
    const { output } = await run('clinics', path, '--map', map, '--list', 'walk-in', ...allows);
    expect(output).toContain(
      `sync -- clinics ${test.folder.path}/list.rejects.csv --map '${map}' --list walk-in --extracted-at 2026-11-20T16:42:10.500Z\n`,
    );
  });

  it('is not there for a dry run, and for stations, whose file is the whole list', async () => {
    const path = await fileOf('list.csv', clinicList({ phone: '~' }));
    expect((await run('clinics', path, '--dry-run', ...allows)).output).not.toContain('Correct the values');
    const stations = await fileOf('stations.csv', stationList({}, { name: 'Queen', lat: 'x' }));
    expect((await run('stations', stations, ...allows)).output).not.toContain('Correct the values');
  });
});

describe('until when doctors count as fresh', () => {
  const fresh = (output: string) => /^Doctors that .*$/m.exec(output)?.[0];

  it('is counted from the time of the extract', async () => {
    const path = await fileOf('list.csv', registrations({}));
    const { output } = await run('register', path, '--extracted-at', '2026-06-01T12:00:00Z');
    expect(fresh(output)).toBe(
      'Doctors that this run confirmed count as fresh until 2026-07-01: run it every night.',
    );
  });

  it('is not said by a run that confirmed none', async () => {
    const path = await fileOf('list.csv', registrations({}));
    expect(fresh((await run('register', path)).output)).toContain('until 2026-12-20');
    expect(fresh((await run('register', path)).output)).toBeUndefined();
    const older = await fileOf('older.csv', registrations({ name: 'Amara Other' }));
    const { output } = await run('register', older, '--extracted-at', '2026-06-01');
    expect(output).toMatch(/1 left out: records that a newer extract described/);
    expect(fresh(output)).toBeUndefined();
  });
});

it('a file with other columns is refused with the command that writes a map of them', async () => {
  const path = await fileOf('list.csv', 'CPSO No.,Physician\n900001,Amara Okafor\n900002,Ben Example\n');
  const { code, errors } = await run('register', path);
  expect(code).toBe(1);
  expect(errors).toContain(
    `If they have other names, write a map of the columns, and import with --map: npm run sync -- columns register ${path} --write map.yaml`,
  );
  const { output } = await run('columns', 'register', path);
  expect(output).toMatch(/^list\.csv as register, 2 rows:/);
  expect(output).toContain(
    `To write a map of its columns: npm run sync -- columns register ${path} --write map.yaml`,
  );
});

it('rows with other line ends than the header are said to have them', async () => {
  const [header, ...rows] = clinicList({}, {}).split('\n');
  const path = await fileOf('list.csv', `${header}\r\n${rows.join('\n')}\r\n`);
  const { errors } = await run('clinics', path);
  expect(errors).toMatch(/could not be used/);
  const { output } = await run('clinics', path, ...allows);
  expect(output).toContain('save the file with the same line ends (LF or CRLF) in all lines');
});

it('values that are not understood are not counted for rows that the directory rejects', async () => {
  const path = await fileOf(
    'list.csv',
    registrations({ location_1_address: 'Suite Three Hundred, by the lake', location_1_postal_code: '' }),
  );
  const { output } = await run('register', path, ...allows);
  expect(output).toMatch(/^ +1 rejected/m);
  expect(output).not.toContain('stored as they are');
});

describe('a correction that is refused', () => {
  beforeEach(async () => {
    await run('register', await fileOf('list.csv', registrations({})));
  });

  it('says where acceptance is imported', async () => {
    const { errors } = await run('correct', 'clinic', crypto.randomUUID(), 'accepting=no', '--why', 'Called');
    expect(errors).toBe(
      '`correct` does not take accepting: whether patients are accepted is an observation; import it with `availability`.\n',
    );
  });

  it('does not say that the rest of its list is used', async () => {
    const words = ['correct', 'doctor', '900001', 'specialties=Cardiology|Klingonology', '--why', 'Letter'];
    const { code, errors } = await run(...words);
    expect(code).toBe(1);
    expect(errors).toMatch(/Klingonology.* Nothing was corrected\.\n$/);
  });
});

it('a hide and its end are not the end and the return of a registration', async () => {
  await run('register', await fileOf('list.csv', registrations({}, {})));
  const changesOf = async (...words: string[]) => {
    const { output } = await run(...words, '--why', 'Asked');
    const id = /diff ([0-9a-f]+)/.exec(output)![1]!;
    const shown = (await run('show', id)).output;
    return { output, shown, diff: (await run('diff', id)).output.split('\n')[0] };
  };
  const hidden = await changesOf('hide', 'doctor', '900002');
  expect(hidden.diff).toBe('  no longer listed: doctor 900002');
  expect(hidden.output).toMatch(/^In force now:\n {2}no longer listed: doctor 900002 \(Dr\. .+\)\n/);
  expect(hidden.shown).not.toMatch(/expired|missing/);
  const shown = await changesOf('withdraw', '1');
  expect(shown.diff).toBe('  listed again: doctor 900002');
});

it('a dry run names the records that it would change', async () => {
  const path = await fileOf('list.csv', clinicList({ opening_hours: 'Mo-Fr 09:00-17:00' }));
  expect((await run('clinics', path, '--dry-run')).output).toMatch(
    /^ {2}created clinic [0-9a-f-]{36} \(Maple Example Clinic\)$/m,
  );
});

it('the lines of the rows that were left out stay with the run', async () => {
  const path = await fileOf('list.csv', clinicList({}, { type: 'pharmacy' }, { type: 'pharmacy' }));
  const { output } = await run('clinics', path);
  const reason = 'facilities without physicians, such as pharmacies (lines 3, 4)';
  expect(output).toContain(`2 left out: ${reason}\n`);
  const id = /diff ([0-9a-f]+)/.exec(output)![1]!;
  expect((await run('show', id)).output).toContain(`Rows left out, by reason:\n  2 ${reason}\n`);
  expect(JSON.parse((await run('show', id, '--json')).output)).toMatchObject({
    report: { leftOut: [{ rows: 2, lines: [3, 4] }] },
  });
});
