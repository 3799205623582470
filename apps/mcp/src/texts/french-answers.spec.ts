import { FACETS } from '@care-atlas/domain/contract';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { DAY_MS, NOW, uuid } from '../../../../libs/domain/test/builders.js';
import { testModel, testRecords } from '../../test/directory-records.js';
import { ask } from '../../test/test-tool.js';
import { ANSWER_TOKENS, LARGEST_ANSWER_TOKENS, LIST_TOKENS, tokensOf } from '../tools/answer/budget.js';
import { LISTED_TOOLS, TOOLS } from '../tools/tools.js';
import { sentence } from './sentence.js';
import { TEXTS } from './texts.js';

const records = testRecords();
/** The test directory with clinics of all kinds, of which some said lately or long ago that they accept patients. */
const VARIED = buildReadModel(testModel(), {
  ...records,
  clinics: records.clinics.map((clinic, n) => ({
    ...clinic,
    accepting: [true, false, null][n % 3]!,
    acceptingObserved:
      n % 4 === 0
        ? null
        : { observedAt: new Date(NOW.getTime() - (n === 11 ? 400 : n * 6) * DAY_MS), method: 'phone' },
    openingHours: n % 5 === 4 ? [] : clinic.openingHours,
    positionSource: n % 3 === 0 ? ('postal-area' as const) : ('source' as const),
  })),
});
const MODELS = [VARIED, testModel({ nameLength: 200 })];

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

const SEARCHES: readonly Call[] = [
  ['search_doctors', {}],
  ['search_clinics', {}],
  ['list_specialists', { specialty: 'Cardiology' }],
];
const FILTERS: readonly object[] = [
  {},
  { limit: 100 },
  { limit: 3, offset: 5 },
  { offset: 500 },
  { limit: 0 },
  { limit: 500 },
  { accepting: true },
  { languages: ['tamil', 'Klingon'] },
  { languages: Array.from({ length: 14 }, (_, n) => `Zz${n}xx`) },
  { near: 'Fairview', within: 3 },
  { near: '10,10' },
  { q: 'Okaforr' },
  { q: 'birchmont' },
  { open: 'now' },
  { days: ['sat'], openAt: '03:00' },
  { include: ['location', 'contact', 'hours'] },
  { minYears: 90, gender: 'male' },
  { match: 'forgiving' },
];
const CALLS: readonly Call[] = [
  ...SEARCHES.flatMap(([tool, args]) => FILTERS.map((filter): Call => [tool, { ...args, ...filter }])),
  ...['Cardiolgy', 'pap test', 'kids doctor', 'Neurology'].map((specialty): Call => [
    'search_doctors',
    { specialties: [specialty] },
  ]),
  ['search_doctors', { clinic: 'nowhere' }],
  ['search_clinics', { include: ['notes', 'links'] }],
  ['get_doctor', { cpso: '900001' }],
  ['get_doctor', { cpso: '900060' }],
  ['list_doctor_reviews', { cpso: '900001', limit: 100 }],
  ['get_doctor_review_signals', { cpso: '900001' }],
  ['get_doctor_review_signals', { cpso: '900002' }],
  ['get_clinic', { id: uuid(0) }],
  ['get_clinic', { id: uuid(4) }],
  ['list_clinic_reviews', { id: uuid(0) }],
  ['get_clinic_review_signals', { id: uuid(0) }],
  ['count_doctors', { by: FACETS }],
  ['count_doctors', { by: FACETS, limit: 999, open: 'now' }],
  ['count_doctors', { by: ['gender'], limit: 1, languages: ['Klingon'] }],
  ...['900001', '900060', '1', uuid(0)].map((id): Call => [
    'explain_absence',
    {
      tool: 'search_doctors',
      id,
      arguments: { accepting: true, minYears: 50, languages: ['Farsi'], near: 'Pape', within: 2 },
    },
  ]),
  ['explain_absence', { tool: 'search_clinics', id: uuid(0), arguments: { offset: 3 } }],
  ['whats_new', { list: 'clinics' }],
  ['whats_new', { list: 'doctors', arguments: { languages: ['Klingon'], near: 'Fairview', within: 3 } }],
  ['get_directory_metadata', { kind: 'specialties' }],
  ['get_directory_metadata', { kind: 'languages', contains: 'an' }],
  ['get_directory_summary', {}],
];

it('calls every tool', () => {
  expect(new Set(CALLS.map(([tool]) => tool))).toEqual(new Set(TOOLS.map(({ name }) => name)));
});

describe.each(CALLS)('%s %j in French', (name, args) => {
  it('has the same structured form to the byte, and another text within the budget', async () => {
    for (const model of MODELS) {
      const english = await ask(name, args, { model });
      const french = await ask(name, args, { model, language: 'fr' });
      expect(JSON.stringify(french.structured)).toBe(JSON.stringify(english.structured));
      expect(french.text).not.toBe(english.text);
      const isLarge = Number(args['limit'] ?? 0) > 10;
      expect(tokensOf(french.text)).toBeLessThan(isLarge ? LARGEST_ANSWER_TOKENS : ANSWER_TOKENS);
    }
  });

  it('translates cautions, warnings and notes', async () => {
    const { text, structured } = await ask(name, args, { model: VARIED, language: 'fr' });
    const { cautions = [], warnings = [] } = structured as Record<string, readonly string[]>;
    const { clinics = [] } = structured as { clinics?: readonly { notes?: readonly string[] }[] };
    for (const sentence of [...cautions, ...warnings, ...clinics.flatMap(({ notes = [] }) => notes)])
      expect(text).not.toContain(sentence);
  });
});

it('the list of all tools stays within its token budget, and describes the tools in the same words', () => {
  expect(tokensOf(JSON.stringify(LISTED_TOOLS.fr))).toBeLessThan(LIST_TOKENS);
  const plain = ({ title: _title, ...tool }: { title?: string }) => tool;
  expect(LISTED_TOOLS.fr.tools.map(plain)).toEqual(LISTED_TOOLS.en.tools.map(plain));
});

it('reviews stay as they are written', async () => {
  const args = { cpso: '900001', limit: 100 };
  const quoted = (text: string) => text.split('\n').filter((line) => line.startsWith('> '));
  const english = quoted((await ask('list_doctor_reviews', args)).text);
  expect(quoted((await ask('list_doctor_reviews', args, { language: 'fr' })).text)).toEqual(english);
  expect(english.length).toBeGreaterThan(30);
});

it('a record is shown in French, and arguments keep their names', async () => {
  const { text } = await ask('search_doctors', { q: 'Élise Tremblay' }, { model: VARIED, language: 'fr' });
  expect(text).toContain('pédiatrie et médecine de famille');
  expect(text).toMatch(/accepte de nouveaux patients \(réponse «\u00a0oui\u00a0» donnée par téléphone/);
  expect(text).toContain('(cpso 9000');
  expect(text).toContain('get_doctor');
});

it('what is wrong with an argument stays English, as the names of arguments', () => {
  expect(sentence('minYears must be a number.', TEXTS.fr)).toBe('minYears must be a number.');
});
