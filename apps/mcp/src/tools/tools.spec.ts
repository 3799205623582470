import { Ajv2020 } from 'ajv/dist/2020.js';
import { SANDBOX_SIZES } from '@care-atlas/domain/access';
import { ClinicQuery, DoctorSearchQuery, SpecialistQuery } from '@care-atlas/domain/contract';
import { fieldsOf } from '@care-atlas/domain/schema';
import { clinicId, testModel } from '../../test/directory-records.js';
import { ask } from '../../test/test-tool.js';
import { LISTED_TOOLS } from '../connector/tool-list.js';
import { ANSWER_TOKENS, LARGEST_ANSWER_TOKENS, LIST_TOKENS, tokensOf } from './budget.js';
import { TOOLS } from './tools.js';

/** A question to each tool that has an answer. */
const QUESTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  search_doctors: {},
  get_doctor: { cpso: '900001' },
  list_doctor_reviews: { cpso: '900001' },
  get_doctor_review_signals: { cpso: '900001' },
  search_clinics: { include: ['notes', 'links'] },
  get_clinic: { id: clinicId(0) },
  list_clinic_reviews: { id: clinicId(0) },
  get_clinic_review_signals: { id: clinicId(0) },
  list_specialists: { specialty: 'Cardiology', include: ['notes', 'links'] },
  get_directory_metadata: { kind: 'specialties' },
  get_directory_summary: {},
};

/** The same directory with names that are as long as names get. */
const WORDY = testModel({ nameLength: 200 });

it('costs a host less than its budget to know them all', () => {
  expect(tokensOf(JSON.stringify(LISTED_TOOLS))).toBeLessThan(LIST_TOKENS);
});

describe.each(TOOLS.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('is named as every host accepts, and described', () => {
    expect(name).toMatch(/^[a-z_]{1,40}$/);
    expect(tool.title).not.toBe('');
    expect(tool.description.length).toBeLessThan(250);
  });

  it('refuses an argument that does not exist', async () => {
    expect(tool.inputSchema.additionalProperties).toBe(false);
    await expect(ask(name, { ...QUESTIONS[name], colour: 'red' })).rejects.toMatchObject({
      code: 'missing_param',
      message: expect.stringContaining("There is no argument 'colour'."),
    });
  });

  it('accepts its question by its own schema, and answers by it', async () => {
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validate(tool.inputSchema, QUESTIONS[name])).toBe(true);
    const { structured } = await ask(name, QUESTIONS[name]);
    ajv.validate(tool.outputSchema, structured);
    expect(ajv.errors).toBeNull();
  });

  it('says how new its data is', async () => {
    const { text, structured } = await ask(name, QUESTIONS[name]);
    expect(text).toContain('Data of 2026-11-20 06:00 UTC.');
    expect(structured['syncedAt']).toBe('2026-11-20T06:00:00.000Z');
  });

  it.each([
    ['in text', (answer: { text: string }) => answer.text],
    ['in its structured form', (answer: { structured: object }) => JSON.stringify(answer.structured)],
  ])('costs less than its budget %s, whatever is in the directory', async (_form, formOf) => {
    expect(tokensOf(formOf(await ask(name, QUESTIONS[name], { model: WORDY })))).toBeLessThan(ANSWER_TOKENS);
    if (!tool.inputSchema.properties!['limit']) return;
    const large = await ask(name, { ...QUESTIONS[name], limit: 100 }, { model: WORDY });
    expect(tokensOf(formOf(large))).toBeLessThan(LARGEST_ANSWER_TOKENS);
  });

  it('answers the sandbox too', async () => {
    await expect(ask(name, QUESTIONS[name], { sizes: SANDBOX_SIZES })).resolves.toBeDefined();
  });
});

it.each([
  ['search_doctors', DoctorSearchQuery],
  ['search_clinics', ClinicQuery],
  ['list_specialists', SpecialistQuery],
])('%s has every filter of the interface', (name, query) => {
  const { inputSchema } = TOOLS.find((tool) => tool.name === name)!;
  const fields = fieldsOf(query).filter((field) => !field.schema.deprecated && field.name !== 'language');
  expect(Object.keys(inputSchema.properties!)).toEqual(fields.map((field) => field.name));
});
