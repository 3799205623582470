import { DirectoryError } from '@care-atlas/domain/contract';
import { type QuestionReading, readQuestion, type UnusedWords } from '@care-atlas/domain/question';
import { fold } from '@care-atlas/domain/text';
import type { Tool, ToolCall } from '../tools/declaration/tool.js';
import { searchClinics } from '../tools/search-clinics.js';
import { searchDoctors } from '../tools/search-doctors.js';

/** What the answers of the searching tools have of their records. */
export interface Found {
  readonly total: number;
  readonly doctors?: readonly {
    readonly cpsoNumber: string;
    readonly name: string;
    readonly specialties: string[];
    readonly clinic: Named;
  }[];
  readonly clinics?: readonly (Named & { readonly address: string })[];
}
interface Named {
  readonly id: string;
  readonly name: string;
}

/** Records, and what the words were read as. */
interface FoundRecords {
  readonly found: readonly Found[];
  readonly note: string;
}

/** Places rather than people are meant by questions with these words. */
const CLINIC = /\b(walk[- ]?ins?|clinics?|cliniques?)\b/i;

const REASONS: Readonly<Record<Exclude<UnusedWords['why'], 'visit'>, string>> = {
  unknown: 'not understood',
  negated: 'a list cannot leave out what is named',
  contradicted: 'earlier words say something else',
  'place-needed': 'no place is named',
  here: 'name a station, a neighbourhood or a postal code',
  'not-listed': 'known, but not in this directory',
};

/**
 * Finds records by a question in plain words. A name that a record has comes first, because its words may also be a place
 * and a specialty; then the filters that the words are read as; and if those find nothing, names that contain or resemble them.
 */
export async function findRecords(question: string, call: ToolCall): Promise<FoundRecords> {
  const named = await findByName(question, call);
  const exact = named.map((found) => onlyNamed(found, question));
  if (rowsIn(exact) > 0) return { found: exact, note: nameNote(exact) };
  const reading = readQuestion(question, { now: call.clock() });
  const unused = unusedNote(reading);
  const filters = Object.entries(reading.values).filter(([name]) => name !== 'match');
  if (filters.length === 0) return { found: named, note: unused + nameNote(named) };
  const read = `Read as ${filters.map(([name, value]) => `${name}=${value}`).join(', ')}`;
  try {
    const tool = CLINIC.test(question) ? searchClinics : searchDoctors;
    const found = await answerOf(tool, Object.fromEntries(filters), call);
    const note = `${read}: ${found.total} match, ${rowsIn([found])} of them here. ${unused}`;
    return found.total > 0
      ? { found: [found], note: note.trim() }
      : { found: named, note: note + nameNote(named) };
  } catch (error) {
    if (!(error instanceof DirectoryError) || error.code !== 'missing_param') throw error;
    return { found: named, note: `${error.message} ${unused}${nameNote(named)}` };
  }
}

async function findByName(question: string, call: ToolCall): Promise<readonly Found[]> {
  const named = { q: question };
  return [await answerOf(searchDoctors, named, call), await answerOf(searchClinics, named, call)];
}

/** Keeps the records that have exactly this name. */
function onlyNamed({ doctors = [], clinics = [] }: Found, name: string): Found {
  const isNamed = (record: { readonly name: string }) => bareName(record.name) === bareName(name);
  const kept = { doctors: doctors.filter(isNamed), clinics: clinics.filter(isNamed) };
  return { ...kept, total: kept.doctors.length + kept.clinics.length };
}

function bareName(name: string): string {
  return fold(name).replace(/^(dre?|doctor|docteure?)\b\.? */, '');
}

function nameNote(found: readonly Found[]): string {
  return `By name: ${found.reduce((sum, { total }) => sum + total, 0)} match.`;
}

function unusedNote({ unused }: QuestionReading): string {
  if (unused.length === 0) return '';
  const texts = unused.map((words) => {
    const why =
      words.why === 'visit' ? `people go to ${words.specialties.join(' or ')} for it` : REASONS[words.why];
    return `“${words.text}” (${why})`;
  });
  return `Not used: ${texts.join(', ')}. `;
}

async function answerOf(tool: Tool, args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<Found> {
  const { structured } = await tool.answer(args, call);
  return structured as unknown as Found;
}

function rowsIn(found: readonly Found[]): number {
  return found.reduce((sum, { doctors = [], clinics = [] }) => sum + doctors.length + clinics.length, 0);
}
