import type { OperationName } from '../../contract/operations.js';
import type { Query } from '../../contract/queries/page-query.js';
import type { ClinicQuery } from '../../contract/queries/query.js';
import type { Message } from '../../messages/index.js';
import type { DirectoryView } from '../directory-view.js';
import { interpretIds } from './interpret-ids.js';
import { interpretPlaces } from './places.js';
import { interpretWords } from './words.js';

export { interpretPlaces };

type NameSearch = Query & Pick<ClinicQuery, 'q' | 'match'>;

/**
 * Returns a query whose words and places are read: each other name replaced by what it stands for, with `interpreted`
 * and `warnings` about it. Returns the query itself where nothing is read as something else.
 */
export function interpretQuery<Q extends Query>(view: DirectoryView, query: Q, operation: OperationName): Q {
  const known = interpretIds(view, query, operation === 'listClinics' ? 'clinics' : 'doctors');
  const read = interpretPlaces(interpretWords(view, known, operation === 'listSpecialists') as Q);
  const { q, match } = read as NameSearch;
  if (match === undefined || q !== undefined) return read;
  const ignored: Message = { code: 'match_ignored' };
  return Object.assign({}, read, { warnings: [...(read.warnings ?? []), ignored] });
}
