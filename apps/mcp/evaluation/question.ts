import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, 'questions.json');

/** One call of a tool that brings an assistant nearer to the answer. */
export interface ExpectedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the answer must list, in its order: registration numbers, clinic ids or values to filter by. */
  readonly ids: readonly string[];
  /** The true total, where the answer is a page. */
  readonly total?: number;
  /** What the text must say, so that a model that is given nothing else can go on or answer. */
  readonly says: readonly string[];
}

/** Something that a person asks an assistant, and the calls that answer it, in their order. */
export interface Question {
  readonly question: string;
  readonly calls: readonly [ExpectedCall, ...ExpectedCall[]];
}

export async function readQuestions(): Promise<readonly Question[]> {
  return JSON.parse(await readFile(FILE, 'utf8')) as readonly Question[];
}

/** What an answer in its structured form lists, in its order. */
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
