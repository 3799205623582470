import { LARGEST_ANSWER_TOKENS, ANSWER_TOKENS, tokensOf } from '../../src/tools/answer/budget.js';
import { TOOLS } from '../../src/tools/tools.js';
import { runSync } from '@care-atlas/data/sync';
import { records, repeatChange } from '../../../../libs/data/test/test-directory.js';
import { NOW, uuid } from '../../../../libs/domain/test/builders.js';
import { testRecords } from '../directory-records.js';
import { ImportedDirectory } from './imported-directory.js';

let directory: ImportedDirectory;
let databaseUrl: string;
beforeAll(async () => (directory = await ImportedDirectory.open(aClinicAccepts)));
afterAll(() => directory?.close());

const { clinics, doctors, services, reviews } = testRecords();
/** Imports the records again: one clinic has begun to accept, and one no longer has a website. */
async function aClinicAccepts(url: string): Promise<void> {
  databaseUrl = url;
  const changed = clinics.map((clinic, n) => ({
    ...clinic,
    ...(n === 1 && { accepting: true }),
    ...(n === 2 && { website: '' }),
  }));
  const again = records({ clinics: changed, doctors, services, reviews });
  await runSync(url, { source: 'test' }, NOW, again, { isSample: true });
}

const CLINIC = { id: uuid(0) };
const DOCTOR = { cpso: '900001' };
const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>, says: string])[] = [
  ['search_doctors', {}, 'Doctors that match: 59 at 12 clinics, here clinics 1 to 10.'],
  ['search_doctors', { languages: ['tamil'], accepting: true, limit: 2, offset: 1 }, 'here clinics 2 to 3.'],
  ['search_doctors', { q: 'khan' }, 'Khan'],
  ['search_doctors', { specialties: ['Cardiolgy'], gender: 'male' }, "Did you mean 'Cardiology'?"],
  ['search_doctors', { specialties: ['Cardiology'], gender: 'female' }, 'Leaving out one filter gives'],
  ['get_doctor', DOCTOR, 'Dr. Amara Okafor'],
  ['list_doctor_reviews', DOCTOR, 'Reviews of the doctor 900001: 30'],
  ['get_doctor_review_signals', DOCTOR, 'wait_time: mean'],
  ['search_clinics', { include: ['notes', 'links'] }, 'Clinics that match: 12'],
  ['search_clinics', { lat: 43.7, lng: -79.3, limit: 3 }, 'nearest first: 12, here 1 to 3.'],
  ['get_clinic', CLINIC, 'Doctors listed there, 5 of 5 shown:'],
  ['list_clinic_reviews', CLINIC, 'Mean stars'],
  ['get_clinic_review_signals', CLINIC, 'wait_time: mean'],
  ['list_specialists', { specialty: 'Cardiology' }, 'about 4 weeks to wait'],
  ['count_doctors', { by: ['gender', 'accepting'], specialties: ['kids doctor'] }, 'Doctors that match: 15.'],
  [
    'explain_absence',
    { tool: 'search_doctors', id: '900001', arguments: { minYears: 99, open: 'now' } },
    'search_doctors leaves out 900001. Without',
  ],
  ['explain_absence', { tool: 'search_clinics', ...CLINIC }, 'search_clinics finds'],
  [
    'whats_new',
    { list: 'clinics', since: '2026-11-20', arguments: { accepting: true } },
    'Clinics that match: 1 entered, 0 left, 1 changed.',
  ],
  ['whats_new', { list: 'doctors' }, 'Neither since nor after was sent'],
  ['get_directory_metadata', { kind: 'languages', contains: 'an' }, 'Mandarin'],
  ['get_directory_summary', {}, '59 doctors are listed'],
];

it('calls every tool', () => {
  expect(new Set(CALLS.map(([tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)));
});

describe.each(CALLS)('%s %j', (name, args, says) => {
  it('answers', async () => {
    expect((await directory.call('live', name, args)).text).toContain(says);
  });

  it('answers with a sandbox key', async () => {
    await expect(directory.call('sandbox', name, args)).resolves.toBeDefined();
  });
});

it.each([
  ['get_doctor', { cpso: '1' }],
  ['get_clinic', { id: 'nowhere' }],
])('%s reports an unknown id', async (name, args) => {
  const result = await directory.clients.live.callTool({ name, arguments: args });
  expect(result.isError).toBe(true);
});

it.each([
  'care://specialties',
  'care://languages',
  'care://summary',
  'care://doctors/900001',
  `care://clinics/${uuid(0)}`,
])('%s is readable', async (uri) => {
  const { contents } = await directory.clients.live.readResource({ uri });
  expect(contents).toHaveLength(1);
});

it.each([
  ['care://doctors/{cpso}', 'cpso', 'khan'],
  ['care://clinics/{id}', 'id', 'annex'],
])('completes %s', async (uri, name, value) => {
  const request = { ref: { type: 'ref/resource' as const, uri }, argument: { name, value } };
  const { completion } = await directory.clients.live.complete(request);
  expect(completion.values).not.toEqual([]);
});

it.each([
  ['find_doctor', 'specialty', 'card', ['Cardiology']],
  ['find_doctor', 'near', 'kipl', ['Kipling Heights', 'Kipling', 'Kipling GO', 'Rexdale']],
  ['find_clinic', 'near', 'the 6', ['Toronto']],
  ['find_doctor', 'area', 'scar', ['Scarborough']],
  ['find_doctor', 'area', 'Toronto, scar', ['Toronto,Scarborough']],
  ['find_clinic', 'clinicType', 'walk', ['walk-in']],
  ['find_clinic', 'days', 'sat,su', ['sat,sun']],
  ['find_doctor', 'openAt', '', ['now']],
  ['find_doctor', 'within', '5', []],
  ['find_doctor', 'near', 'Ottawa', []],
])('completes for %s the argument %s=%s', async (prompt, name, value, values) => {
  const ref = { type: 'ref/prompt' as const, name: prompt };
  const { completion } = await directory.clients.live.complete({ ref, argument: { name, value } });
  expect(completion.values).toEqual(values);
});

it('completes a place that nobody has begun to type', async () => {
  const ref = { type: 'ref/prompt' as const, name: 'find_clinic' };
  const { completion } = await directory.clients.live.complete({
    ref,
    argument: { name: 'near', value: ' ' },
  });
  expect(completion.values.length).toBeGreaterThan(50);
  expect(new Set(completion.values).size).toBe(completion.values.length);
});

describe('whats_new', () => {
  const refusal = async (args: Readonly<Record<string, unknown>>) => {
    const { isError, content, _meta } = await directory.clients.live.callTool({
      name: 'whats_new',
      arguments: { list: 'clinics', ...args },
    });
    expect(isError).toBe(true);
    return { text: (content[0] as { text: string }).text, fault: _meta?.['care-atlas/fault'] };
  };

  it('says who entered, on which day, why, and how to phone', async () => {
    const asked = { list: 'clinics', since: '2026-11-20', arguments: { accepting: true } };
    const { text, structured } = await directory.call('live', 'whats_new', asked);
    expect(text.split('\n')[1]).toMatch(
      /^- 2026-11-20, entered because of accepting: Annex Family Health 1 \(sample\) \(clinic .{36}\): .*accepts new patients .*\+1-416-555-0101/,
    );
    expect(structured['changes']).toMatchObject([
      {
        op: 'entered',
        day: '2026-11-20',
        id: uuid(1),
        reason: ['accepting'],
        item: { id: uuid(1), phone: '+1-416-555-0101', acceptance: { answer: 'yes' } },
      },
      { op: 'changed', id: uuid(2), fields: ['website'] },
    ]);
    expect(text).toContain(`after=${String(structured['next'])}.`);
  });

  it('goes on at its cursor, by pages within the token budget, and tells every change once', async () => {
    const now = { list: 'doctors' };
    let { structured } = await directory.call('live', 'whats_new', now);
    const begin = structured['next'];
    expect(structured).toMatchObject({ changes: [], more: false });
    // Every doctor shows the telephone of the clinic. One clinic no longer accepts, and one has a name that hides characters.
    const changed = clinics.map((clinic, n) => ({
      ...clinic,
      phone: `+1-416-555-02${String(n).padStart(2, '0')}`,
      name: n === 3 ? 'A\u202Eb Clinic' : clinic.name,
      accepting: n === 4 ? null : clinic.accepting,
    }));
    const again = records({ clinics: changed, doctors, services, reviews });
    await runSync(databaseUrl, { source: 'test' }, NOW, again, { isSample: true });
    for (const limit of [undefined, 100, 7]) {
      const told: string[] = [];
      for (let [after, more, pages] = [begin, true, 0]; more; pages++) {
        const answer = await directory.call('live', 'whats_new', { ...now, after, limit });
        ({ structured } = answer);
        const budget = limit === 100 ? LARGEST_ANSWER_TOKENS : ANSWER_TOKENS;
        for (const form of [answer.text, JSON.stringify(structured)]) {
          expect(tokensOf(form)).toBeLessThan(budget);
          expect(form.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
        told.push(...(structured['changes'] as { id: string }[]).map(({ id }) => id));
        [after, more] = [structured['next'], structured['more'] as boolean];
        expect(pages).toBeLessThan(30);
      }
      expect(told.toSorted()).toEqual(
        doctors.filter(({ expiredAt }) => !expiredAt).map(({ registrationNumber }) => registrationNumber),
      );
    }
    const accepting = { list: 'clinics', after: begin, arguments: { accepting: true } };
    const { text } = await directory.call('live', 'whats_new', accepting);
    expect(text).toContain(`left because of accepting: clinic ${uuid(4)}`);
    const service = { list: 'specialists', after: begin, arguments: { specialty: 'Cardiology' } };
    expect((await directory.call('sandbox', 'whats_new', service)).text).toContain(
      'Services that match: 0 entered, 0 left, 3 changed.',
    );
  });

  it('reads further pages while none of their changes match the search', async () => {
    const { structured: now } = await directory.call('live', 'whats_new', { list: 'clinics' });
    await runSync(databaseUrl, { source: 'test' }, NOW, records({ clinics, doctors, services, reviews }), {
      isSample: true,
    });
    await repeatChange(databaseUrl, 1200);
    const asked = { list: 'clinics', after: now['next'], arguments: { q: 'Quillfeather' } };
    const { structured } = await directory.call('live', 'whats_new', asked);
    expect(structured).toMatchObject({ changes: [], more: false });
  });

  it.each([
    [{ arguments: { near: 'Kipling' } }, 'near requires within or area'],
    [{ arguments: { near: 'Atlantis', within: 2 } }, "'Atlantis' is not known"],
    [{ arguments: { accepting: false } }, 'accepting=false filters nothing'],
    [{ arguments: { acepting: true } }, "Did you mean 'accepting'?"],
    [{ arguments: { offset: 10 } }, 'offset is no filter'],
    [{ arguments: { include: ['notes'] } }, 'include must be'],
    [{ arguments: 'accepting' }, 'arguments must be an object'],
    [{ list: 'specialists' }, 'specialty is required'],
    [{ list: 'patients' }, 'list must be doctors, clinics or specialists.'],
    [{ since: 'Monday' }, 'since must be a day, as YYYY-MM-DD'],
    [{ since: '2026-12-24' }, 'since must not be in the future.'],
    [{ since: '2026-11-20', after: 'x' }, 'since must be sent without after.'],
    [{ after: 'x' }, 'after must be the next of an earlier answer'],
  ])('refuses %j', async (args, message) => {
    const { text, fault } = await refusal(args);
    expect(text).toContain(message);
    expect(fault).toEqual({ code: 'missing_param' });
  });

  it('says how to begin again where the changes since then are not kept', async () => {
    const { text, fault } = await refusal({ since: '2001-01-01' });
    const [, earliest] =
      /^The changes since then are not kept: call whats_new with since=(\S+), or search again, and call whats_new without since and after for a new cursor\.$/.exec(
        text,
      ) ?? [];
    expect(fault).toEqual({ code: 'gone' });
    const again = await directory.call('live', 'whats_new', { list: 'clinics', since: earliest });
    expect(again.text).toMatch(/^Clinics that match: /);
  });
});
