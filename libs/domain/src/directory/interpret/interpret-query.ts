import { invalidParameters } from '../../contract/error.js';
import type { OperationName } from '../../contract/operations.js';
import type { Query } from '../../contract/queries/page-query.js';
import type { ClinicQuery } from '../../contract/queries/query.js';
import type { Message } from '../../messages/index.js';
import { emergencyIn } from '../../question/readers/emergency.js';
import { daysAfter } from '../../rules/time/toronto-time.js';
import { plainWords } from '../../text/text.js';
import type { DirectoryView } from '../directory-view.js';
import { interpretIds } from './interpret-ids.js';
import { interpretClinicText } from './clinic-text.js';
import { interpretPlaces } from './places.js';
import { interpretWords } from './words.js';

/** Hours are known for about a year. */
const DAYS_AHEAD = 366;

/** The lists whose `q` is about clinics. */
const OF_CLINICS: ReadonlySet<OperationName> = new Set(['listClinics', 'listSpecialists']);

type WordSearch = Query & {
  readonly q?: string;
  readonly specialty?: string;
  readonly specialties?: readonly string[];
};
type NameSearch = Query & Pick<ClinicQuery, 'q' | 'match'>;

/**
 * Returns a query whose words and places are read: each other name replaced by what it stands for, with `interpreted`
 * and `warnings` about it. Returns the query itself where nothing is read as something else.
 * @throws DirectoryError `missing_param` for an unknown place, or a date that is past or far
 */
export function interpretQuery<Q extends Query>(view: DirectoryView, query: Q, operation: OperationName): Q {
  requireNear(view, query);
  const known = interpretIds(view, query, operation === 'listClinics' ? 'clinics' : 'doctors');
  const named = OF_CLINICS.has(operation) ? interpretClinicText(view, known) : known;
  const words = interpretWords(view, named, operation === 'listSpecialists') as Q;
  const read = interpretPlaces(words, view.model);
  const { q, specialty, specialties = [] } = read as WordSearch;
  // The name of a specialty that the directory lists is no emergency.
  const emergency = emergencyOf(words === named ? [q] : [q, specialty, ...specialties]);
  const ignored = ignoredIn(read);
  if (!emergency && ignored.length === 0) return read;
  const first = emergency ? [emergency] : [];
  return Object.assign({}, read, { warnings: [...first, ...(read.warnings ?? []), ...ignored] });
}

/** Returns the warnings about parameters that filter nothing. */
function ignoredIn({ q, match, accepting }: NameSearch & Pick<ClinicQuery, 'accepting'>): readonly Message[] {
  const ignored: Message[] = [];
  if (match !== undefined && q === undefined) ignored.push({ code: 'match_ignored' });
  if (accepting === false) ignored.push({ code: 'accepting_false' });
  return ignored;
}

/** Returns the warning about words of an emergency where a name or a specialty is expected; undefined without them. */
function emergencyOf(texts: readonly (string | undefined)[]): Message | undefined {
  for (const text of texts) {
    const number = text === undefined ? undefined : emergencyIn(plainWords(text));
    if (number !== undefined) return { code: 'emergency', params: { number } };
  }
  return undefined;
}

function requireNear({ asOf }: DirectoryView, { date }: Query & { readonly date?: string }): void {
  if (date === undefined) return;
  const last = daysAfter(asOf.date, DAYS_AHEAD);
  if (date >= asOf.date && date <= last) return;
  const message = `date must be a day from today, ${asOf.date}, to ${last}.`;
  throw invalidParameters([{ param: 'date', message }]);
}
