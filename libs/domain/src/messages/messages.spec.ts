import { displayName } from '../vocabulary/display-name.js';
import { ENGLISH, english, type Message, write } from './index.js';
import { FRENCH } from './french.js';

const NAMES = {
  specialty: (name: string) => displayName('specialty', name, 'fr'),
  language: (name: string) => displayName('language', name, 'fr'),
};
const french = (message: Message) => write<typeof ENGLISH>(FRENCH, message, NAMES);

type Code = Message['code'];
/** An example of each message with parameters. */
const EXAMPLES: {
  readonly [C in Code as Extract<Message, { code: C; params: object }> extends never ? never : C]: Extract<
    Message,
    { code: C }
  >['params'];
} = {
  list_changes_gone: { since: '2026-11-20T04:10:00.001Z' },
  unstorable_text: { name: 'label' },
  unstorable_name: { place: 'body' },
  nested_too_deeply: { name: 'given', levels: 32 },
  sent_without: { param: 'near', others: ['lat', 'lng'] },
  place_unknown: { value: 'Missisauga', names: ['Mississauga'] },
  place_outside: { value: 'Hamilton', nearest: { name: 'Burlington', kilometers: 10 } },
  street_alone: { value: 'Bloor', names: ['Bloor at Bay', 'Bloor at Yonge'] },
  crossing_ambiguous: { value: 'Main and Queen', names: ['Main at Queen, Brampton'] },
  streets_apart: { value: 'Bay and Kipling' },
  address_not_listed: { value: '1 Bay Street' },
  emergency: { number: '911' },
  limit_capped: { limit: 500, maximum: 100 },
  no_services: { specialty: 'Cardiology', doctors: 12 },
  unknown_parameter: { name: 'langage', suggestion: 'language' },
  unknown_parameters: { more: 3 },
  absent_fields: { names: ['phone', 'website'] },
  few_links: { relations: 'next, prev' },
  unmatched_specialty: { names: ['Nephrolgy'], suggestion: 'Nephrology' },
  unmatched_language: { names: ['Swahili', 'Twi', 'Wolof'] },
  reason_for_specialty: { reason: 'pap test', specialties: ['Family Medicine', 'Obstetrics and Gynecology'] },
  unmatched_values: { more: 2 },
  point_far_away: { lat: 10, lng: -10 },
  unknown_clinic: { id: 'nowhere' },
  merged_clinic: { id: 'a', into: 'b' },
  some_doctors_shown: { shown: 10, all: 12 },
  left_out: {
    count: 3,
    kind: 'clinic',
    facts: [
      { fact: 'hours', count: 2 },
      { fact: 'languages', count: 2 },
    ],
  },
  open_data_of: { date: '2020-08-07' },
  only_hours_of_holiday: {
    date: '2026-12-25',
    holiday: 'Christmas Day',
    count: 2,
    kind: 'clinic',
    facts: [{ fact: 'hours', count: 2 }],
  },
  acceptance_observed: { date: '2026-10-03', method: 'phone' },
  acceptance_listed: { date: '2026-10-03' },
  acceptance_disputed: { accepting: false, date: '2026-10-02', method: 'phone' },
  closing_not_known: { opens: ['09:00', '10:00'] },
};
const MESSAGES = Object.keys(ENGLISH).map(
  (code) => ({ code, params: (EXAMPLES as Record<string, unknown>)[code] }) as Message,
);

it.each(MESSAGES)('$code has a French sentence in the typography of Canada', (message) => {
  const text = french(message);
  expect(text).not.toBe(english(message));
  for (const wrong of [/[^\u00a0]:(?=\s|$)/, /[\s\u00a0][;?!]/, /«(?!\u00a0)|(?<!\u00a0)»/, /\p{L}'\p{L}/u])
    expect(text.replaceAll(/Authorization: Bearer KEY/g, '')).not.toMatch(wrong);
});

it.each<[Message, english: string, french: string]>([
  [
    { code: 'reason_for_specialty', params: EXAMPLES.reason_for_specialty },
    "'pap test' is not a specialty: Family Medicine and Obstetrics and Gynecology see people for it.",
    '«\u00a0pap test\u00a0» n’est pas une spécialité. On consulte pour cela en\u00a0: médecine de famille, obstétrique et gynécologie.',
  ],
  [
    { code: 'unmatched_language', params: EXAMPLES.unmatched_language },
    "No listed doctor speaks 'Swahili', 'Twi' or 'Wolof'.",
    'Aucun médecin inscrit ne parle «\u00a0swahili\u00a0», «\u00a0twi\u00a0» ou «\u00a0wolof\u00a0».',
  ],
  [
    { code: 'unmatched_specialty', params: { names: ['X'], suggestion: 'Cardiology' } },
    "No listed doctor has the specialty 'X'. Did you mean 'Cardiology'?",
    'Aucun médecin inscrit n’a la spécialité «\u00a0X\u00a0». Vouliez-vous dire «\u00a0cardiologie\u00a0»?',
  ],
  [
    { code: 'left_out', params: { count: 1, kind: 'doctor', facts: [{ fact: 'hours', count: 1 }] } },
    '1 doctor that would match otherwise was left out: the opening hours of the primary clinic are not known.',
    'Résultats écartés parce que les heures d’ouverture sont inconnues (médecins)\u00a0: 1.',
  ],
  [
    { code: 'left_out', params: EXAMPLES.left_out },
    '3 clinics that would match otherwise were left out, because not everything is known: the opening hours (2); the languages of a doctor (2).',
    'Résultats écartés parce que tout n’est pas connu (cliniques)\u00a0: 3. Renseignements manquants\u00a0: heures d’ouverture (2), langues (2).',
  ],
  [
    { code: 'left_out', params: { count: 2, kind: 'clinic', facts: [{ fact: 'accepting', count: 2 }] } },
    '2 clinics that would match otherwise were left out: whether the clinic accepts new patients is not known.',
    'Résultats écartés parce qu’on ne sait pas si de nouveaux patients sont acceptés (cliniques)\u00a0: 2.',
  ],
  [
    { code: 'acceptance_disputed', params: { accepting: true, date: '2026-10-02' } },
    'Another source says that new patients are accepted: listed since 2026-10-02.',
    'Une autre source dit que de nouveaux patients sont acceptés\u00a0: affiché depuis le 2026-10-02.',
  ],
  [
    { code: 'left_out', params: { count: 1, kind: 'doctor', facts: [{ fact: 'independent', count: 1 }] } },
    '1 doctor that would match otherwise was left out: whether the registration is for independent practice is not known.',
    'Résultats écartés parce qu’on ne sait pas si l’inscription d’un médecin autorise l’exercice autonome (médecins)\u00a0: 1.',
  ],
  [
    { code: 'left_out', params: { count: 3, kind: 'clinic', facts: [{ fact: 'independent', count: 3 }] } },
    '3 clinics that would match otherwise were left out: whether the registration of a doctor there is for independent practice is not known.',
    'Résultats écartés parce qu’on ne sait pas si l’inscription d’un médecin autorise l’exercice autonome (cliniques)\u00a0: 3.',
  ],
  [
    {
      code: 'only_hours_of_holiday',
      params: { date: '2027-03-26', holiday: 'Good Friday', count: 0, kind: 'doctor', facts: [] },
    },
    '2027-03-26 is a holiday in Ontario (Good Friday): only hours that are known of that day count.',
    'Le 2027-03-26 est un jour de congé en Ontario (Vendredi saint)\u00a0: seules comptent les heures connues pour ce jour.',
  ],
  [
    {
      code: 'only_hours_of_holiday',
      params: {
        date: '2027-03-26',
        holiday: 'Good Friday',
        count: 2,
        kind: 'doctor',
        facts: [{ fact: 'hours', count: 2 }],
      },
    },
    '2027-03-26 is a holiday in Ontario (Good Friday): only hours that are known of that day count. 2 doctors that would match otherwise were left out: the opening hours of the primary clinic are not known.',
    'Le 2027-03-26 est un jour de congé en Ontario (Vendredi saint)\u00a0: seules comptent les heures connues pour ce jour. Résultats écartés parce que les heures d’ouverture sont inconnues (médecins)\u00a0: 2.',
  ],
])('writes %j', (message, inEnglish, inFrench) => {
  expect([english(message), french(message)]).toEqual([inEnglish, inFrench]);
});
