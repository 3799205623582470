import { DirectoryError, type QuestionAnswer } from '@care-atlas/domain/contract';
import { fold, nameQuery, nameRank, RANK } from '@care-atlas/domain/text';
import { visibleValue } from '../visible-text.js';
import type { Tool, ToolCall } from '../tools/declaration/tool.js';
import { searchClinics } from '../tools/search-clinics.js';
import { searchDoctors } from '../tools/search-doctors.js';
import { offersNote, refusalNote, unusedNote } from './question-note.js';

/** What the answers of the searching tools have of their records. */
export interface Found {
  readonly total: number;
  /** The number of clinics, where doctors are listed by clinic. */
  readonly clinicTotal?: number;
  readonly doctors?: readonly {
    readonly cpsoNumber: string;
    readonly name: string;
    readonly specialties: string[];
    readonly clinic: Named & { readonly address: string };
    /** The doctors of the clinic who match, where there are several. */
    readonly atClinic?: { readonly count: number; readonly others: readonly string[] };
  }[];
  readonly clinics?: readonly (Named & { readonly address: string })[];
  readonly warnings?: readonly string[];
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

/** Parameters that find any of their values. */
const LISTS: ReadonlySet<string> = new Set(['specialties', 'languages', 'days', 'area', 'clinicType']);

/** Names that resemble a question are told in the note, and are no results. */
const MOST_ALIKE = 3;

/**
 * Finds records by a question in plain words. A name that a record has comes first, because its words may also be a place
 * and a specialty; then the filters that the words are read as; and if those find nothing, names that contain them. Where
 * words that matter are not understood there is no list, and the note says why.
 */
export async function findRecords(question: string, call: ToolCall): Promise<FoundRecords> {
  const answer = visibleValue(await call.directory.reads.readQuestion({ q: question }));
  if (answer.verdict === 'emergency') return { found: [], note: refusalNote(answer) };
  // No name is as long.
  if (answer.unused.some(({ why }) => why === 'too-long')) return { found: [], note: refusalNote(answer) };
  if (answer.clinics) return clinicsFirst(answer, call);
  const named = await findByName(question, call);
  const exact = named.map((found) => onlyNamed(found, question));
  if (rowsIn(exact) > 0) return { found: exact, note: nameNote(exact) };
  const containing = named.map((found) => onlyContaining(found, question));
  const filters = filtersIn(answer);
  if (answer.verdict !== 'list') {
    if (rowsIn(containing) > 0) return { found: containing, note: nameNote(containing) };
    return { found: [], note: refusalNote(answer) + alikeNote(answer, named) };
  }
  const unused = unusedNote(answer);
  const read = `Read as ${
    Object.entries(filters)
      .filter(([name]) => name !== 'match')
      .map(([name, value]) => `${name}=${anyOf(name, value)}`)
      .join(', ') || 'all doctors'
  }`;
  try {
    const tool = CLINIC.test(question) && answer.values.q === undefined ? searchClinics : searchDoctors;
    const found = await answerOf(tool, filters, call);
    const warnings = (found.warnings ?? []).map((warning) => `${warning} `).join('');
    const { total, clinicTotal } = found;
    const extent = clinicTotal === undefined ? `${total} match` : `${total} match at ${clinicTotal} clinics`;
    const note = `${read}: ${extent}, ${rowsIn([found])} of them here. ${warnings}${unused}`;
    const offers = offersNote(answer.offers);
    return total > 0
      ? { found: [found], note: `${note.trim()}${offers}` }
      : { found: containing, note: `${note + nameNote(containing)}${offers}` };
  } catch (error) {
    if (!(error instanceof DirectoryError) || error.code !== 'missing_param') throw error;
    return { found: containing, note: `${error.message} ${unused}${nameNote(containing)}` };
  }
}

/** The clinics that a question names come first, then the doctors there who meet the rest. */
async function clinicsFirst(answer: QuestionAnswer, call: ToolCall): Promise<FoundRecords> {
  const clinics = answer.clinics ?? [];
  const first = { clinics, total: clinics.length };
  if (answer.verdict !== 'list') return { found: [first], note: refusalNote(answer) };
  const doctors = await answerOf(searchDoctors, filtersIn(answer), call);
  const { name, phone } = clinics[0]!;
  const tel = phone === '' ? 'no telephone number is known' : `telephone ${phone}`;
  const warnings = (doctors.warnings ?? []).map((warning) => `${warning} `).join('');
  const note = `The question names the clinic ${name}: ${tel}; fetch tells its hours. Doctors there that match: ${doctors.total}. ${warnings}${unusedNote(answer)}`;
  return { found: [first, doctors], note: note.trim() };
}

/** Returns the filters of a question. The tools compare names forgivingly by themselves, where nobody has them as they are. */
function filtersIn({ values: { match, ...filters } }: QuestionAnswer): Readonly<Record<string, string>> {
  return match === 'words' ? { ...filters, match } : filters;
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

/** Keeps the records whose names have every word of a question, each as a whole: "dos" is no part of "Cardoso". */
function onlyContaining({ doctors = [], clinics = [] }: Found, question: string): Found {
  const query = nameQuery(question);
  const contains = ({ name }: { readonly name: string }) => nameRank(query, name) === RANK.exact;
  const kept = { doctors: doctors.filter(contains), clinics: clinics.filter(contains) };
  return { ...kept, total: kept.doctors.length + kept.clinics.length };
}

/** Returns the names that resemble a question of unknown words; empty for other questions. */
function alikeNote({ unused }: QuestionAnswer, named: readonly Found[]): string {
  if (unused.length === 0 || unused.some(({ why }) => why !== 'unknown' && why !== 'no-such-name')) return '';
  const names = named
    .flatMap(({ doctors = [], clinics = [] }) => [...doctors, ...clinics])
    .map(({ name }) => name);
  return names.length === 0 ? '' : ` Listed names that are alike: ${names.slice(0, MOST_ALIKE).join(', ')}.`;
}

function bareName(name: string): string {
  return fold(name).replace(/^(dre?|doctor|docteure?)\b\.? */, '');
}

function nameNote(found: readonly Found[]): string {
  return `By name: ${found.reduce((sum, { total }) => sum + total, 0)} match.`;
}

async function answerOf(tool: Tool, args: Readonly<Record<string, unknown>>, call: ToolCall): Promise<Found> {
  const { structured } = await tool.answer(args, call);
  return structured as unknown as Found;
}

function rowsIn(found: readonly Found[]): number {
  return found.reduce((sum, { doctors = [], clinics = [] }) => sum + doctors.length + clinics.length, 0);
}

/** Writes the values of a list with "or": any of them is enough. */
function anyOf(name: string, value: string): string {
  return LISTS.has(name) ? value.replaceAll(',', ' or ') : value;
}
