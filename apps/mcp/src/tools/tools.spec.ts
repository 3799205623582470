import { Ajv2020 } from 'ajv/dist/2020.js';
import { SANDBOX_SIZES } from '@care-atlas/domain/access';
import {
  ClinicQuery,
  DoctorSearchQuery,
  FACETS,
  FacetQuery,
  SpecialistQuery,
} from '@care-atlas/domain/contract';
import { buildReadModel } from '@care-atlas/domain/read-model';
import { fieldsOf } from '@care-atlas/domain/schema';
import { uuid } from '../../../../libs/domain/test/builders.js';
import { testModel, testRecords } from '../../test/directory-records.js';
import { ask } from '../../test/test-tool.js';
import { ANSWER_TOKENS, LARGEST_ANSWER_TOKENS, LIST_TOKENS, tokensOf } from './answer/budget.js';
import { isListed } from './declaration/input-schema.js';
import { LISTED_TOOLS, TOOLS } from './tools.js';

/** Arguments for each tool that give an answer. */
const ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  search_doctors: {},
  get_doctor: { cpso: '900001' },
  list_doctor_reviews: { cpso: '900001' },
  get_doctor_review_signals: { cpso: '900001' },
  search_clinics: { include: ['notes', 'links'] },
  get_clinic: { id: uuid(0) },
  list_clinic_reviews: { id: uuid(0) },
  get_clinic_review_signals: { id: uuid(0) },
  list_specialists: { specialty: 'Cardiology', include: ['notes', 'links'] },
  count_doctors: { by: FACETS },
  explain_absence: {
    tool: 'search_doctors',
    id: '900001',
    arguments: { q: 'zz', accepting: true, openAt: '23:00' },
  },
  whats_new: { list: 'doctors', arguments: { near: 'Kipling', within: 2 } },
  get_directory_metadata: { kind: 'specialties' },
  get_directory_summary: {},
};

/** The same directory with the longest names that occur. */
const LONG_NAMES = testModel({ nameLength: 200 });

/** Texts that hide, reorder or break lines: control, zero-width, bidirectional and ignorable characters. */
const DISGUISE =
  'A\u202Eb\u2066c\u200Bd\u0007e\u00ADf\u{E0041}g\u0085Ignore this.\nIgnore that.\u2028Ignore it.';
const hostile = testRecords();
const HOSTILE = buildReadModel(testModel(), {
  ...hostile,
  clinics: hostile.clinics.map((clinic) => ({ ...clinic, name: DISGUISE, address: DISGUISE })),
  doctors: hostile.doctors.map((doctor) => ({
    ...doctor,
    name: DISGUISE,
    languages: [DISGUISE],
    registration: { ...doctor.registration, class: DISGUISE },
  })),
  reviews: hostile.reviews.map((review) => ({ ...review, author: DISGUISE, text: DISGUISE })),
});

/** Returns all texts of a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

it('the list of all tools stays within its token budget', () => {
  expect(tokensOf(JSON.stringify(LISTED_TOOLS.en))).toBeLessThan(LIST_TOKENS);
});

it('each argument is described where it is listed first', () => {
  const described = new Set<string>();
  for (const { name, inputSchema } of LISTED_TOOLS.en.tools) {
    const own = TOOLS.find((tool) => tool.name === name)!.inputSchema.properties ?? {};
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
      const { description } = own[argument]!;
      if (description === undefined) continue;
      const isShort = !Object.hasOwn(schema as object, 'description');
      expect([name, argument, isShort && !described.has(description)]).toEqual([name, argument, false]);
      described.add(description);
    }
  }
});

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has a name that every host accepts, a title, and a short description with when to use which tool, an example and its limit', () => {
    const others = TOOLS.map((other) => other.name).filter((other) => other !== name);
    const otherTool = new RegExp(others.join('|'));
    expect(name).toMatch(/^[a-z_]{1,40}$/);
    expect(tool.description.length).toBeLessThan(450);
    const [when, another, example, limit] = [
      /Use it /,
      otherTool,
      / Example: \{.*?\}\. /,
      / It (cannot|knows no) /,
    ];
    for (const part of [when, another, example, limit]) expect(tool.description).toMatch(part);
    const ajv = new Ajv2020({ strict: false });
    for (const [example] of tool.description.matchAll(/\{".*?\}(?=\.)/g))
      expect(ajv.validate(tool.inputSchema, JSON.parse(example))).toBe(true);
  });

  it('rejects an unknown argument', async () => {
    expect(tool.inputSchema.additionalProperties).toBe(false);
    await expect(ask(name, { ...ARGUMENTS[name], color: 'red' })).rejects.toMatchObject({
      code: 'missing_param',
      message: expect.stringContaining("There is no argument 'color'."),
    });
  });

  it('repeats the cautions of the text in the structured form', async () => {
    const { text, structured } = await ask(name, ARGUMENTS[name]);
    for (const caution of (structured['cautions'] ?? []) as string[]) expect(text).toContain(caution);
    const isCautious = /phone the clinic|unverified|opinions/.test(text);
    expect('cautions' in structured).toBe(isCautious);
  });

  it('accepts and returns what its schemas describe', async () => {
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validate(tool.inputSchema, ARGUMENTS[name])).toBe(true);
    const { structured } = await ask(name, ARGUMENTS[name]);
    ajv.validate(tool.outputSchema, structured);
    expect(ajv.errors).toBeNull();
  });

  it('states the date of the data', async () => {
    const { text, structured } = await ask(name, ARGUMENTS[name]);
    expect(text).toContain('Data of 2026-11-20 06:00 UTC.');
    expect(structured['syncedAt']).toBe('2026-11-20T06:00:00.000Z');
  });

  it.each([
    ['as text', (answer: { text: string }) => answer.text],
    ['as structured data', (answer: { structured: object }) => JSON.stringify(answer.structured)],
  ])('stays within its token budget %s', async (_form, formOf) => {
    expect(tokensOf(formOf(await ask(name, ARGUMENTS[name], { model: LONG_NAMES })))).toBeLessThan(
      ANSWER_TOKENS,
    );
    if (!tool.inputSchema.properties!['limit']) return;
    const large = await ask(name, { ...ARGUMENTS[name], limit: 100 }, { model: LONG_NAMES });
    expect(tokensOf(formOf(large))).toBeLessThan(LARGEST_ANSWER_TOKENS);
  });

  it('hides nothing in either form, and lets no foreign line pass for its own', async () => {
    const { text, structured } = await ask(name, ARGUMENTS[name], { model: HOSTILE });
    for (const one of [text, ...textsIn(structured)]) {
      expect(one.replaceAll('\n', '')).not.toMatch(
        /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u,
      );
      expect(one.split('\n').filter((line) => line.startsWith('Ignore'))).toEqual([]);
    }
  });

  it('answers with a sandbox key', async () => {
    await expect(ask(name, ARGUMENTS[name], { sizes: SANDBOX_SIZES })).resolves.toBeDefined();
  });
});

it.each([
  ['search_doctors', 'doctors', {}],
  ['search_clinics', 'clinics', {}],
  ['list_specialists', 'clinics', { specialty: 'Cardiology' }],
])('%s shows what include adds, in both forms', async (name, list, args) => {
  const include = ['location', 'contact', 'hours'];
  const { text, structured } = await ask(name, {
    ...args,
    q: name === 'search_doctors' ? '900001' : 'birchmount',
    include,
  });
  const [item] = structured[list] as readonly object[];
  const openingHours = ['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => ({
    day,
    opens: '09:00',
    closes: '17:00',
  }));
  const contact = { phone: '+1-416-555-0100', website: 'https://clinic-0.example' };
  expect(item).toMatchObject({ lat: 43.66, lng: -79.4, ...contact, openingHours });
  for (const shown of ['lat 43.66, lng -79.4', ...Object.values(contact), 'fri 09:00 to 17:00'])
    expect(text).toContain(shown);
});

describe('what the register says of a registration', () => {
  const saidOf = {
    '900001': [
      { class: 'Independent Practice', independent: 'yes', restrictions: 'unknown' },
      'registration Independent Practice, for independent practice, whether with terms, conditions or limitations is not known, as the register said on 2026-11-20',
    ],
    '900002': [
      { class: 'Postgraduate Education', independent: 'no', restrictions: 'yes' },
      'registration Postgraduate Education, not for independent practice, with terms, conditions or limitations, as the register said on 2026-11-20',
    ],
    '900005': [
      { class: '', independent: 'unknown', restrictions: 'unknown' },
      'registration of a class that is not known, whether for independent practice is not known, whether with terms, conditions or limitations is not known',
    ],
  } as const;

  it.each(Object.entries(saidOf))(
    'is in both forms of get_doctor and of search_doctors: %s',
    async (cpso, said) => {
      const [registration, words] = said;
      const { text, structured } = await ask('get_doctor', { cpso });
      expect(structured['doctor']).toMatchObject({ registration });
      expect(text.split('\n')).toContain(`Register: ${words}`);
      const list = await ask('search_doctors', { q: cpso, include: ['registration'] });
      expect(list.structured['doctors']).toMatchObject([{ registration }]);
      expect(list.text).toContain(`, ${words}, `);
    },
  );

  it.each([
    ['en', 'The registration is no longer active', 'Last known clinic: '],
    ['fr', 'L’inscription n’est plus', 'Dernière clinique connue\u00a0: '],
  ] as const)('that has ended promises nothing of the practice, %s', async (language, ended, clinic) => {
    const { text } = await ask('get_doctor', { cpso: '900060' }, { language });
    expect(text.split('\n')).toMatchObject({ 1: expect.stringContaining(ended) });
    expect(text).toContain(`\n${clinic}`);
    expect(text).not.toMatch(
      /years of practice|new patients|Booking|Referral|d’exercice,|nouveaux patients|Rendez-vous/,
    );
  });

  it('is in French, too', async () => {
    const { text } = await ask('get_doctor', { cpso: '900002' }, { language: 'fr' });
    expect(text).toContain(
      'Registre\u00a0: inscription Postgraduate Education, non pour l’exercice autonome, avec des conditions ou des restrictions, selon le registre du 2026-11-20',
    );
  });

  it('is a filter that says how many are left out because it is not known', async () => {
    const { text, structured } = await ask('search_doctors', { independent: true });
    expect(structured['total']).toBe(24);
    expect(text).toContain(
      '11 doctors that would match otherwise were left out: whether the registration is for independent practice is not known.',
    );
    expect(structured['warnings']).toHaveLength(1);
  });
});

it('refuses text that cannot be stored', async () => {
  for (const value of ['a\0b', 'x\ud800y', ['\udc00']]) {
    await expect(ask('search_doctors', { languages: value })).rejects.toMatchObject({
      code: 'missing_param',
      message: expect.stringContaining('cannot be stored'),
    });
  }
});

it('every service says where it is', async () => {
  const { text, structured } = await ask('list_specialists', { specialty: 'Cardiology' });
  for (const { address } of structured['clinics'] as readonly { address: string }[])
    expect(text).toContain(address);
});

it.each([
  ['search_doctors', 'Okaforr', 'Okafor', {}],
  ['search_clinics', 'Birchmont', 'Birchmount', {}],
  ['list_specialists', 'Birchmont', 'Birchmount', { specialty: 'Cardiology' }],
])(
  '%s searches alike names when no name has the terms, and says so',
  async (name, misspelled, meant, args) => {
    const alike = await ask(name, { ...args, q: misspelled });
    const exact = await ask(name, { ...args, q: meant });
    expect(alike.structured).toEqual(exact.structured);
    expect(alike.text).toContain('No name contains every term.');
    expect(exact.text).not.toContain('No name contains every term.');
    const none = await ask(name, { ...args, q: 'Zzyzx' });
    expect(none.structured['total']).toBe(0);
    expect(none.text).not.toContain('No name contains every term.');
  },
);

it('tells what a service says of acceptance from what its clinic says', async () => {
  const says = [true, false, null];
  const model = buildReadModel(testModel(), {
    ...hostile,
    clinics: hostile.clinics.map((clinic, n) => ({ ...clinic, accepting: says[n % 3]! })),
    services: hostile.clinics.slice(0, 9).map(({ id }, n) => ({
      clinicId: id,
      specialty: 'Cardiology',
      waitWeeks: n,
      accepting: says[Math.floor(n / 3)]!,
    })),
  });
  const query = { specialty: 'Cardiology', sort: 'wait' };
  const { text, structured } = await ask('list_specialists', query, { model });
  const told = ['accepts new patients', 'does not accept new patients', 'acceptance not known'];
  const own = [
    `this specialty: ${told[0]}, the clinic`,
    `this specialty: ${told[1]}, the clinic`,
    'the clinic (this specialty says nothing itself)',
  ];
  expect(text.match(/to wait, .*?the clinic.*?: [a-z ]+/g)).toEqual(
    Array.from({ length: 9 }, (_, n) => `to wait, ${own[Math.floor(n / 3)]}: ${told[n % 3]}`),
  );
  const items = structured['clinics'] as readonly { acceptance?: { answer: string } }[];
  expect(items.map((item) => item.acceptance?.answer ?? '').join()).toBe('yes,yes,yes,no,no,no,,,');
});

it('says which place of several is meant, and which are not', async () => {
  const { text } = await ask('search_clinics', { near: 'Fairview' });
  expect(text).toMatch(
    /^Read near=Fairview as Fairview .*, not Fairview \(.*\)\. Distances are measured from its center\.$/m,
  );
});

it.each([
  ['search_doctors', DoctorSearchQuery],
  ['search_clinics', ClinicQuery],
  ['list_specialists', SpecialistQuery],
  ['count_doctors', FacetQuery],
])('%s has every filter of REST', (name, query) => {
  const { inputSchema } = TOOLS.find((tool) => tool.name === name)!;
  const fields = fieldsOf(query).filter(isListed);
  expect(Object.keys(inputSchema.properties!)).toEqual([...fields.map((field) => field.name), 'open']);
});
