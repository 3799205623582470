import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, 'questions.json');

/** A tool call that an answer requires. */
export interface ExpectedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the result must list, in order: registration numbers, clinic ids or filter values. */
  readonly ids: readonly string[];
  /** The total, if the result is a page. */
  readonly total?: number;
  /** What the text must contain, so that it is enough for a model without the structured form. */
  readonly says: readonly string[];
}

/** A question to an assistant, and the calls that answer it, in order. */
export interface Question {
  readonly question: string;
  readonly calls: readonly [ExpectedCall, ...ExpectedCall[]];
}

export async function readQuestions(): Promise<readonly Question[]> {
  return JSON.parse(await readFile(FILE, 'utf8')) as readonly Question[];
}

/** Returns the ids that a structured result lists, in order. */
export function idsOf(structured: Readonly<Record<string, unknown>>): string[] {
  const { doctors, doctor, clinics, clinic, values, cpsoNumber, clinicId } = structured as Listed;
  if (doctors) return doctors.map((one) => one.cpsoNumber);
  if (clinics) return clinics.map((one) => one.id);
  if (values) return values.map((one) => one.value);
  const subject = doctor?.cpsoNumber ?? clinic?.id ?? cpsoNumber ?? clinicId;
  return subject === undefined ? [] : [subject];
}

interface Listed {
  readonly doctors?: readonly { readonly cpsoNumber: string }[];
  readonly doctor?: { readonly cpsoNumber: string };
  readonly clinics?: readonly { readonly id: string }[];
  readonly clinic?: { readonly id: string };
  readonly values?: readonly { readonly value: string }[];
  readonly cpsoNumber?: string;
  readonly clinicId?: string;
}
