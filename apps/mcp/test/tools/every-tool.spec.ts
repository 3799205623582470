import { TOOLS } from '../../src/tools/tools.js';
import { uuid } from '../../../../libs/domain/test/builders.js';
import { ImportedDirectory } from './imported-directory.js';

let directory: ImportedDirectory;
beforeAll(async () => (directory = await ImportedDirectory.open()));
afterAll(() => directory?.close());

const CLINIC = { id: uuid(0) };
const DOCTOR = { cpso: '900001' };
const CALLS: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>, says: string])[] = [
  ['search_doctors', {}, 'Doctors that match: 59, here 1 to 10.'],
  ['search_doctors', { languages: ['tamil'], accepting: true, limit: 2, offset: 1 }, 'here 2 to 3.'],
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
