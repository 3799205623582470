import { ReadModelBuilder } from '@care-atlas/domain/read-model';
import { uuid } from '../../../../libs/domain/test/builders.js';
import { testModel, testRecords } from '../../test/directory-records.js';
import { ask } from '../../test/test-tool.js';
import { TEXTS } from '../texts/texts.js';

const { phone: PHONE_REMINDER } = TEXTS.en.answers.cautions;

const explain = (tool: string, id: string, args: object = {}) =>
  ask('explain_absence', { tool, id, arguments: args });

it.each([
  [
    'search_doctors',
    '900002',
    { languages: ['Farsi'], near: 'Pape', within: 2 },
    ['Without languages and within it would be found', 'asked for Farsi, it has English', 'km, it is'],
  ],
  [
    'search_doctors',
    '900002',
    { accepting: true },
    [
      'accepting: asked for yes, which is not known: that is not a no. Without it: 59 matches.',
      PHONE_REMINDER,
    ],
  ],
  ['search_doctors', '900002', { q: 'okafor' }, ['q: asked for okafor, it has Dr. Wei Chen']],
  ['search_doctors', '900002', { offset: 20 }, ['search_doctors finds 900002, as number', ': offset=']],
  ['search_doctors', '900002', { q: 'chen' }, ['search_doctors finds 900002, as number']],
  ['search_doctors', '900060', {}, ['The registration of the doctor ended on 2026-11-01: no search finds']],
  ['search_doctors', '1', {}, ['The directory has no record with the id 1.']],
  [
    'search_clinics',
    uuid(0),
    { languages: ['Tamil'], minYears: 40 },
    ['languages: asked for Tamil, which a doctor there has, but no one doctor meets all filters on doctors'],
  ],
  [
    'list_specialists',
    uuid(3),
    { specialty: 'Cardiology', open: 'now' },
    ['list_specialists leaves out', 'specialty: asked for Cardiology, which is not known'],
  ],
])('%s %s %j', async (tool, id, args, sentences) => {
  const { text, structured } = await explain(tool, id, args);
  for (const sentence of sentences) expect(text).toContain(sentence);
  expect(structured['id']).toBe(id);
});

it('says that a clinic has closed', async () => {
  const builder = new ReadModelBuilder(testModel());
  const { clinics, doctors } = testRecords();
  for (const clinic of clinics) builder.addClinic(clinic);
  for (const doctor of doctors) builder.addDoctor(doctor);
  builder.addClosure(uuid(99), new Date('2026-10-05T08:00:00Z'));
  const closed = { id: uuid(99), tool: 'search_clinics' };
  const { text } = await ask('explain_absence', closed, { model: builder.build() });
  expect(text).toContain(`The clinic closed on 2026-10-05: no search finds ${uuid(99)}.`);
});

it.each([
  [
    'an argument that the search has not',
    'search_doctors',
    { color: 'red' },
    "There is no argument 'color'.",
  ],
  ['a flag that is false', 'search_clinics', { accepting: false }, 'accepting=false filters nothing'],
  ['a missing argument', 'list_specialists', {}, 'specialty is required'],
  ['an unknown place', 'search_doctors', { near: 'Atlantis' }, "'Atlantis' is not known"],
  ['another search', 'get_doctor', {}, 'tool must be search_doctors, search_clinics or list_specialists.'],
  ['arguments as text', 'search_doctors', 'gender=male', 'arguments must be an object'],
])('rejects %s', async (_, tool, args, message) => {
  const asked = ask('explain_absence', { tool, id: '900001', arguments: args });
  await expect(asked).rejects.toMatchObject({
    code: 'missing_param',
    message: expect.stringContaining(message),
  });
});
