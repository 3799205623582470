import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

const FILE = join(import.meta.dirname, 'questions.json');

/** By group, the values in their order. */
export type Counts = Readonly<Record<string, readonly (readonly [value: string, count: number])[]>>;

/** A tool call that an answer requires. */
export interface ExpectedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** What the result must list, in order: registration numbers, clinic ids or filter values. */
  readonly ids: readonly string[];
  /** Whether the call must be refused. */
  readonly refused?: boolean;
  /** The most common values of groups, with the number of doctors, if the result counts. */
  readonly counts?: Counts;
  /** The total, if the result is a page or counts. */
  readonly total?: number;
  /** What the text must contain, so that it is enough for a model without the structured form. */
  readonly says: readonly string[];
}

/** A question to an assistant, and the calls that answer it, in order. */
export interface Question {
  readonly question: string;
  /** ISO 639-1. */
  readonly language: string;
  /** What makes it more than a search by the directory's own terms. */
  readonly about?: readonly Topic[];
  /** What no call can answer, in the words of the tool that says so. */
  readonly cannot?: string;
  readonly calls: readonly ExpectedCall[];
}

export const TOPICS = ['place', 'time', 'everyday words', 'impossible'] as const;
export type Topic = (typeof TOPICS)[number];

export async function readQuestions(): Promise<readonly Question[]> {
  return JSON.parse(await readFile(FILE, 'utf8')) as readonly Question[];
}

type Listed = Readonly<Partial<Record<'cpsoNumber' | 'clinicId' | 'id' | 'value', string>>> & {
  /** The other doctors of a clinic that are named with the first one. */
  readonly atClinic?: { readonly others: readonly string[] };
};

/** Returns the ids that a structured result lists, in order. */
export function idsOf(structured: object): string[] {
  const { doctors, clinics, values, doctor, clinic } = structured as {
    readonly [list in 'doctors' | 'clinics' | 'values']?: readonly Listed[];
  } & { readonly [record in 'doctor' | 'clinic']?: Listed };
  const listed: readonly Listed[] = doctors ?? clinics ?? values ?? [doctor ?? clinic ?? structured];
  return listed.flatMap(({ cpsoNumber, clinicId, id, value, atClinic }) => [
    ...[cpsoNumber ?? clinicId ?? id ?? value ?? []].flat(),
    ...(atClinic?.others.map((name) => /cpso (\d+)/.exec(name)![1]!) ?? []),
  ]);
}

/** Returns what a structured result counts. */
export function countsOf(structured: object): Counts | undefined {
  const { facets } = structured as {
    readonly facets?: Readonly<Record<string, readonly { readonly value: string; readonly count: number }[]>>;
  };
  if (!facets) return undefined;
  return Object.fromEntries(
    Object.entries(facets).map(([group, values]) => [
      group,
      values.map(({ value, count }) => [value, count]),
    ]),
  );
}

/** Returns whether counts begin with the expected ones. */
export function hasCounts(counts: Counts = {}, expected: Counts = {}): boolean {
  return Object.entries(expected).every(([group, values]) =>
    isDeepStrictEqual(counts[group]?.slice(0, values.length), values),
  );
}
