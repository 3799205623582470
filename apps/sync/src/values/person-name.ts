import type { InputRow } from '../rows/input-row.js';
import type { RowNotes } from '../rows/source-rows.js';
import { quoted } from './hours/quotation.js';
import { isCapitals, withUsualCapitals } from './usual-capitals.js';

/** The name of a person as a text says it. */
export interface PersonName {
  /** In the usual order, without title and degrees. Empty where the text has no name. */
  readonly name: string;
  /** Whether the text has other words, or other capitals. */
  readonly isReadAs: boolean;
  /** Whether it is not certain what the parts of the text are: then the name is as the text has it. */
  readonly isDoubtful: boolean;
}

interface Surname {
  readonly last: string;
  readonly given: string;
  readonly suffixes: readonly string[];
}

const TITLE = /^(?:(?:dre?|doctor|docteure?|prof|professor|professeure?)(?![\p{L}\p{M}'’-])\.?\s*)+/iu;
const FORMER = String.raw`(?:former(?:ly|\s+names?)|maiden\s+names?|previous(?:ly|\s+names?))(?!\p{L})`;
const FORMER_NAMES = new RegExp(
  String.raw`\s*\((?:${FORMER}|n[ée]e(?!\p{L}))[^()]*\)|\s*[,;]\s*${FORMER}:?[^,;]*`,
  'giu',
);
const SEPARATOR = /[,;]/;
const SUFFIX = /^(?:jr|sr)\.?$|^(?:II|III|IV)$/i;

/** Degrees and memberships, without their dots. */
const DEGREES: ReadonlySet<string> = new Set(
  `MD MDCM MBBS MBBCh MBBChir MBChB BMBS BMBCh PhD CCFP FCFP MCFP FRCPC FRCSC FRCP FRCS FRCP(C) FRCS(C) LMCC MRCP MRCGP FACP FACS
  FACC FAAP FRCOG FRCPsych MSc MPH MHSc BSc BScN HBSc BEng DPhil PharmD MPhil MEd LLB LLM`.split(/\s+/),
);
/** Those that may also be names: they count only between commas. */
const ALSO_NAMES: ReadonlySet<string> = new Set(
  'BA BCh BM BS ChB DDS DMD DO JD MA MB MBA MHA MS NP RN'.split(' '),
);
const EXACT = new Set([...DEGREES, ...ALSO_NAMES]);
const ANY_CASE = new Set([...EXACT].map((degree) => degree.toUpperCase()));
/** What is a name as well as a degree in capitals. */
const NAMES_IN_CAPITALS = new Set(['MD', ...[...ALSO_NAMES].filter((degree) => degree.length === 2)]);
/** What people with an honor or a degree that is not known put after their names. */
const TITLE_AFTER = /^[A-Z.]{2,6}$|^\p{L}{2,}\.$/u;
/** The field of a degree: CCFP(EM). */
const FIELD = /(?<=\p{L})\s*\((?!C\))[^()]*\)/gu;
const LAST_WORD = /^(.*\S)\s+([^\s(]\S*(?:\s*\([^()]*\))?)$/;

/** Words before a surname that have no capital. */
const PARTICLES = / (?:de l[ae]|de l[ao]s|van de[nr]?|von der)(?= )/gi;

/**
 * Returns a doctor's name with the title, "Dr. Amara Okafor": from `first_name` and `last_name`, or from `name`, which
 * may be "Last, First". Titles, degrees and former names of the source are removed.
 * @throws RowFault when there is no name
 */
export function doctorNameOf(row: InputRow, source: RowNotes): string {
  const [last, first] = [row.text('last_name'), row.text('first_name')];
  const column = row.filled('name', 'last_name', 'first_name');
  const whole = [first, last].filter(Boolean).join(' ') || row.required('name');
  const read = last && first ? readNames(last, first) : readPersonName(whole);
  if (!/\p{L}/u.test(read.name)) row.reject(column, 'the name of a person');
  if (read.isDoubtful) source.note('names that are not understood, stored as they are', () => quoted(whole));
  if (read.isReadAs)
    source.note(
      'names with degrees or former names, or in capitals, read as plain names',
      () => `${quoted(whole)} read as ${read.name}`,
    );
  return `Dr. ${read.name}`;
}

/** Reads a name: "Okonkwo, Adaeze Ruth, MD, CCFP", "Dr. Paul Mba" or "LEE, ANN M.D.". */
export function readPersonName(text: string): PersonName {
  const [first = '', ...others] = partsOf(text);
  const isLoud = isCapitals(first) && isCapitals([first, ...others].join(' '));
  const surname = surnameOf(first, others, isLoud);
  return surname ? readAs(text, surname) : doubtful(text);
}

/** Reads a surname and given names from columns of their own. */
export function readNames(last: string, first: string): PersonName {
  const text = `${first} ${last}`;
  const [[surname = '', ...after], [given = '', ...others]] = [partsOf(last), partsOf(first)];
  const isCertain = [...after, ...others].every((part) => SUFFIX.test(part) || isDegrees(part, ANY_CASE));
  if (!isCertain) return doubtful(text);
  const suffixes = [...after, ...others].filter((part) => SUFFIX.test(part));
  return readAs(text, { last: withoutDegrees(surname, 1), given: withoutDegrees(given, 1), suffixes });
}

/** Returns what stands between the commas of a name, without titles and former names. */
function partsOf(text: string): readonly string[] {
  return text
    .replaceAll(FORMER_NAMES, '')
    .split(SEPARATOR)
    .map((part) => withoutTitle(part.replaceAll(/\s+/g, ' ').trim()))
    .filter((part) => part !== '');
}

/** Returns what the parts of a name are; undefined where that is not certain. */
function surnameOf(first: string, others: readonly string[], isLoud: boolean): Surname | undefined {
  const suffixes: string[] = [];
  let given = '';
  for (const [at, part] of others.entries()) {
    const kind = given === '' ? kindOf(part, first, others.slice(at + 1), isLoud) : kindAfterGiven(part);
    if (kind === 'unclear') return undefined;
    if (kind === 'suffix') suffixes.push(part);
    if (kind === 'given') given = part;
  }
  if (given !== '') return { last: withoutDegrees(first, 1), given: withoutDegrees(given, 1), suffixes };
  // "RAHMAN MD" is a name and a degree, or two names.
  const last = withoutDegrees(first, isLoud ? 2 : 1);
  return last === first && withoutDegrees(first, 1) !== first ? undefined : { last, given, suffixes };
}

type PartKind = 'suffix' | 'degree' | 'given' | 'unclear';

function kindAfterGiven(part: string): PartKind {
  if (SUFFIX.test(part)) return 'suffix';
  return isDegrees(part, ANY_CASE) ? 'degree' : 'unclear';
}

/** Returns what a part is that may be the given name. @param later the parts after it */
function kindOf(part: string, first: string, later: readonly string[], isLoud: boolean): PartKind {
  if (SUFFIX.test(part)) return 'suffix';
  const isSingle = !first.includes(' ');
  const capitals = part.toUpperCase();
  const mayBeName = NAMES_IN_CAPITALS.has(capitals) && (isLoud ? isSingle : part !== capitals);
  // "Rahman, Md, MD": the degree is the other one.
  if (mayBeName && later.some((other) => other.toUpperCase() === capitals)) return 'given';
  // "RAHMAN, MD": a degree, or Md.
  if (isDegrees(part, EXACT)) return mayBeName ? 'unclear' : 'degree';
  // "Amara Okafor, Md" or "Amara Okafor, OC": a degree or honor, or the given name of a person with two surnames.
  const maySayMore = isDegrees(part, ANY_CASE) || (!isLoud && TITLE_AFTER.test(part));
  return maySayMore && !isSingle ? 'unclear' : 'given';
}

function readAs(text: string, { last, given, suffixes }: Surname): PersonName {
  const [, names = given, suffix = ''] = LAST_WORD.exec(given) ?? [];
  const hasSuffix = SUFFIX.test(suffix);
  const parts = hasSuffix ? [names, last, suffix] : [given, last];
  const ordered = [...parts, ...suffixes].filter(Boolean).join(' ');
  // "HALVORSEN, Bram": registers write surnames in capitals.
  const name = isWrittenLoud(ordered)
    ? inUsualCapitals(ordered)
    : given !== '' && isWrittenLoud(last)
      ? ordered.replace(` ${last}`, (surname) => inUsualCapitals(surname))
      : ordered;
  return { name, isReadAs: wordsOf(name) !== wordsOf(text), isDoubtful: false };
}

/** Returns whether a name is in capitals. Only Latin letters have capitals that are no part of how a name is written. */
function isWrittenLoud(name: string): boolean {
  return isCapitals(name) && /^[\p{Script=Latin}\P{L}]*$/u.test(name);
}

function doubtful(text: string): PersonName {
  return { name: withoutTitle(text.replaceAll(/\s+/g, ' ').trim()), isReadAs: false, isDoubtful: true };
}

function withoutTitle(text: string): string {
  return text.replace(TITLE, '');
}

function inUsualCapitals(name: string): string {
  const words = name
    .split(' ')
    .map((word) => (SUFFIX.test(word) && /i/i.test(word) ? word : withUsualCapitals(word)));
  return words.join(' ').replaceAll(PARTICLES, (particles) => particles.toLowerCase());
}

/** Returns whether a text is degrees only: "MD FRCPC", "CCFP (EM)", "M.Sc. & Ph.D.". */
function isDegrees(text: string, known: ReadonlySet<string>): boolean {
  const words = text
    .replaceAll('.', '')
    .replaceAll(FIELD, '')
    .replace(/\s+\(C\)/g, '(C)')
    .split(/[\s&/]+/);
  return words.every((word) => known.has(known === ANY_CASE ? word.toUpperCase() : word));
}

/** Returns a name without the degrees at its end, but not with fewer words than these. */
function withoutDegrees(name: string, words: number): string {
  const [, rest = '', last = ''] = LAST_WORD.exec(name) ?? [];
  if (!isDegrees(last, DEGREES) || rest.split(' ').length < words) return name;
  return withoutDegrees(rest, words);
}

/** Returns the words of a name without its titles, in an order of their own. */
function wordsOf(name: string): string {
  const plain = name.split(SEPARATOR).map((part) => withoutTitle(part.trim()));
  return (plain.join(' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).toSorted().join(' ');
}
