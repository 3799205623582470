import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { readApiConfiguration } from '@care-atlas/server/configuration';
import { CLINICS, DOCTORS } from '../../../libs/domain/test/invented-directory.js';
import { TestApi } from './test-api.js';
import { until } from './until.js';

const PROJECT = join(import.meta.dirname, '../../..');
const readme = await readFile(join(PROJECT, 'libs/client/README.md'), 'utf8');
const { sandboxKey } = readApiConfiguration({ DATABASE_URL: 'postgres://localhost/none' });
const examples = Array.from(readme.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code = '']) => code);

let api: TestApi;
let folder: string;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '.readme-'));
  api = await TestApi.start({ env: { EXPORT_DIR: join(folder, 'exports') } });
  await api.publishSandboxKey(sandboxKey);
  await api.publish(join(folder, 'exports'));
  url = `http://127.0.0.1:${await api.listen()}/api/v1`;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await api?.stop();
});

test('every example of the client runs, against the API', async () => {
  expect(examples.length).toBeGreaterThan(8);
  for (const [index, code] of examples.entries()) {
    const names = { url, key: await api.mintKey('live'), consumerKey: 'consumer', id: CLINICS[0].id };
    const given = Object.entries(names).map(([name, value]) => `const ${name} = '${value}';`);
    const file = join(folder, `example-${index}.ts`);
    const imports = code.match(/^import .* from 'node:.*$/gm) ?? [];
    const body = code.replace(/^import .*$/gm, '');
    await writeFile(
      file,
      `import { CareAtlas } from '@care-atlas/client/client';
      ${imports.join('\n')}
      ${given.join('\n')}
      const controller = new AbortController();
      const directory = new CareAtlas({ url, key });
      const isSuitable = () => true;
      {
        ${body.replace('http://localhost:3000/api/v1', url).replace("'directory.sqlite'", `'${join(folder, 'directory.sqlite')}'`)}
      }
      export {};`,
    );
    await expect(import(pathToFileURL(file).href)).resolves.toBeDefined();
  }
});

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly notes: string;
}

/** Runs a script of bash that has the command `care`, with a live key and without a terminal. */
function run(script: string, env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
  const words = [
    `'${process.execPath}' --conditions=@care-atlas/source`,
    `--import '${PROJECT}/tools/dev-register.mjs' '${PROJECT}/libs/client/src/command/care.ts' "$@"`,
  ];
  const { PATH } = process.env;
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['--norc', '-e', '-c', `care() { ${words.join(' ')}; }\n${script}`],
      { cwd: folder, env: { PATH, CARE_ATLAS_URL: url, CARE_ATLAS_KEY: api.keys.live, ...env } },
      (error, out, notes) => resolve({ code: Number(error?.code ?? 0), out, notes }),
    );
  });
}

describe('the command', () => {
  test('runs every example of the README', async () => {
    const scripts = Array.from(readme.matchAll(/^```sh\n([^]*?)^```$/gm), ([, script = '']) => script);
    const commands = scripts.join('').match(/\bcare [\w-]+/g);
    expect(new Set(commands)).toEqual(
      new Set([
        'care find',
        'care explain-words',
        'care near',
        'care show',
        'care mirror',
        'care watch',
        'care completion',
      ]),
    );
    const { out: help } = await run('care --help');
    for (const command of commands!) expect(help).toContain(command);
    for (const script of scripts) {
      const { code, notes } = await run(script);
      expect([script, code, notes.includes('care: ')]).toEqual([script, 0, false]);
    }
  });

  test('answers as the API does, in words, JSON and CSV, with remarks beside the result', async () => {
    const path = '/doctors?specialties=Cardiology&near=Spadina+station&limit=3&include=availability';
    const command = 'care find cardiologist near Spadina station --limit 3';
    const [json, csv, table] = await Promise.all(
      ['json', 'csv', 'table'].map((format) => run(`${command} --format ${format}`)),
    );
    const answer = (await api.ask(path)).json<{ doctors: { cpsoNumber: string }[]; total: number }>();
    expect(answer.doctors).toHaveLength(3);
    expect(JSON.parse(json!.out)).toEqual(answer);
    expect(csv!.out).toBe((await api.ask(`${path}&format=csv`)).body);
    const lines = table!.out.trimEnd().split('\n');
    expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual(
      answer.doctors.map(({ cpsoNumber }) => cpsoNumber),
    );
    // A pipe is no terminal: it gets no colors.
    expect(table!.out).not.toContain('\u001b');
    for (const { notes } of [json!, csv!, table!]) {
      expect(notes).toContain(
        'Read as “cardiologist” → specialties “Cardiology”, “near Spadina station” → near “Spadina station”.',
      );
    }
    expect(table!.notes).toContain(`3 of ${answer.total}.`);
  });

  test('watches a list: what happened since the last call, once', async () => {
    const command = 'care watch family doctor near Spadina station --acceptance yes --state spadina.json';
    const begun = await run(command);
    expect(begun).toMatchObject({ code: 0, out: '' });
    expect(begun.notes).toContain('Within 2 km of Spadina station, unless --within says otherwise.');
    const change = async () => {
      for (const accepting of [false, true])
        await api.sync((writer) => writer.clinics([{ ...CLINICS[0], accepting }]));
    };
    await change();
    const told = await run(command);
    expect(told.out).toMatch(/^2026-11-20 {2}entered {2}Dr\. .*Family Medicine; .*yes.* \(acceptance\)\n/m);
    expect(await run(`${command} --format json`)).toMatchObject({ code: 0, out: '' });
    expect(await run(`${command} --gender female`)).toMatchObject({ code: 2 });
    await writeFile(join(folder, 'cut.json'), '{"after":');
    expect((await run('care watch cardiologist --state cut.json')).notes).toContain(
      'care: cut.json is not a file of care watch: remove it to begin from now on. See care --help.\n',
    );
    const usage = await run('care watch cardiologist');
    expect(usage).toMatchObject({ code: 2, out: '' });
    expect(usage.notes).toContain('care: care watch needs --since DAY, or --state FILE');
    await change();
    await api.rows('update directory_change set before_on = null');
    const again = await run(command);
    expect(again).toMatchObject({ code: 0, out: '' });
    expect(again.notes).toContain('is no longer kept. Watching again from now on.');
    // It begins at the version that is served, which is the newest one soon.
    await until(async () => (await run(command)).notes.includes('Nothing entered the list or left it.'));
    const gone = await run('care watch cardiologist --since 2001-01-01');
    expect(gone).toMatchObject({ code: 1 });
    expect(gone.notes).toMatch(/begin with since=20\S+Z, or .* --state FILE begins now, without --since\./);
  });

  test('says in one sentence why there is no answer, and exits accordingly', async () => {
    const refused = /^care: There is no doctor with this registration number\. \(request [\w-]+\)\n$/;
    const cases: readonly (readonly [string, number, RegExp])[] = [
      ['care show doctor 1', 1, refused],
      ['care near Kiplin', 1, /^care: near must be .*Did you mean .* \(request [\w-]+\)\n$/],
      ['care mirror copy --key=care_live_no', 1, /^care: .+ \(request [\w-]+\)\n$/],
      [
        'care near Kipling --url=http://127.0.0.1:1',
        1,
        /^care: Care Atlas cannot be reached at http:\/\/127\.0\.0\.1:1, or .*\n$/,
      ],
      ['care mirror .', 1, /^care: unable to open database file\.\n$/],
      ['care frobnicate', 2, /^care: There is no command 'frobnicate'\. See care --help\.\n$/],
      ['care find --frob', 2, /^care: Unknown option '--frob'\. See care --help\.\n$/],
      [
        'care find --acceptin',
        2,
        /^care: Unknown option '--acceptin'\. Did you mean '--accepting'\? See care --help\.\n$/,
      ],
      ['care show doctor', 2, /^care: care show needs .*\n$/],
      ['care find --format xml', 2, /^care: --format must be table, json, csv, not 'xml'\./],
      ['care find --url=atlas', 2, /^care: The address of the API must begin with/],
    ];
    await Promise.all(
      cases.map(async ([script, code, sentence]) => {
        const outcome = await run(script);
        expect(outcome).toEqual({ code, out: '', notes: expect.stringMatching(sentence) });
      }),
    );
  });

  test('writes why a question has no list, and what can be answered instead', async () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      [
        'care find dentist in Toronto',
        /^Read as “in Toronto” → area “Toronto”\.\ncare: No list, .*\n  “dentist”: this directory lists physicians only; .*Dental Surgeons.*\nCan be answered: care find --area Toronto   \(\d+, without “dentist”\)\n$/,
      ],
      [
        'care find family doctor in Hamilton',
        /\n  “in Hamilton”: outside the area of this directory, \d+ km from Burlington\.\n/,
      ],
      [
        'care find qwertyuiop',
        /“qwertyuiop”: not understood\.\nQuestions are read in English and French\.\n$/,
      ],
      ['care find best doctor', /^The question names nothing to look for/],
      ['care find chest pain', /^Call 9-1-1 now: .*\n$/],
      ['care find je veux mourir', /^Call or text 9-8-8 now, .*\n$/],
    ];
    await Promise.all(
      cases.map(async ([script, notes]) => {
        expect(await run(script)).toEqual({ code: 2, out: '', notes: expect.stringMatching(notes) });
      }),
    );
    const { code, out } = await run('care find dentist --format json');
    expect([code, JSON.parse(out)]).toEqual([2, (await api.ask('/questions?q=dentist')).json()]);
    // Options say what is asked for.
    expect((await run('care find best doctor --specialties Cardiology')).code).toBe(0);
  });

  test('shows the verdict on each part of a question', async () => {
    const { code, out, notes } = await run(
      'care explain-words dentist or dermatoligist near Bathurst and Steeles',
    );
    expect([code, notes]).toEqual([0, 'Verdict: stopped.\n']);
    const rows = out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(rows).toEqual([
      ['WORDS', 'VERDICT', 'MEANING'],
      ['dermatoligist', 'understood', 'specialties “Dermatology”, read as a misspelling'],
      ['near Bathurst and Steeles', 'understood', 'near “Bathurst St and Steeles Ave W, Toronto”'],
      ['dentist', 'outside', expect.stringContaining('this directory lists physicians only')],
    ]);
    const { out: json } = await run('care explain-words dentist --format json');
    expect(JSON.parse(json)).toEqual((await api.ask('/questions?q=dentist')).json());
    expect((await run('care explain-words')).code).toBe(2);
  });

  test('keeps a copy, and the next call takes only what changed', async () => {
    const report = async () => JSON.parse((await run('care mirror kept.sqlite --format json')).out) as object;
    expect(await report()).toMatchObject({ begun: true, removed: 0 });
    const version = await api.import([{ ...DOCTORS[0]!, name: 'Dr. Kept Current' }]);
    await until(() => api.version === version);
    expect(await report()).toEqual({ file: 'kept.sqlite', begun: false, stored: 1, removed: 0 });
    expect(await report()).toEqual({ file: 'kept.sqlite', begun: false, stored: 0, removed: 0 });
    const copy = new DatabaseSync(join(folder, 'kept.sqlite'));
    const names = copy.prepare(
      `select record ->> 'name' as name from record where type = 'doctor' order by id`,
    );
    const kept = names.all().map(({ name }) => name);
    copy.close();
    const listed = (await api.ask('/doctors?limit=100')).json<{
      doctors: { name: string }[];
      total: number;
    }>();
    expect(new Set(kept)).toEqual(new Set(listed.doctors.map(({ name }) => name)));
    expect(kept).toContain('Dr. Kept Current');
  });

  test.each([
    ['care', 'sh', 'show'],
    ['care show', 'cl', 'clinic'],
    ['care find --gender', 'n', 'non-binary'],
    ['care find', '--near', '--near\n--nearTTC'],
  ])('bash completes “%s %s”', async (before, word, completed) => {
    const script = `source <(care completion bash)
      COMP_WORDS=(${before} ${word}); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _care; printf '%s\\n' "\${COMPREPLY[@]}"`;
    expect(await run(script)).toEqual({ code: 0, out: `${completed}\n`, notes: '' });
  });
});
