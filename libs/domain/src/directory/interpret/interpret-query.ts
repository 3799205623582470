import type { OperationName } from '../../contract/operations.js';
import type { Query } from '../../contract/page-query.js';
import type { DirectoryView } from '../directory-view.js';
import { interpretIds } from './interpret-ids.js';
import { interpretPlaces } from './places.js';
import { interpretWords } from './words.js';

/**
 * Returns a query whose words and places are read: each other name replaced by what it stands for, with `interpreted`
 * and `warnings` about it. Returns the query itself where nothing is read as something else.
 */
export function interpretQuery<Q extends Query>(view: DirectoryView, query: Q, operation: OperationName): Q {
  const read = interpretIds(view, query, operation === 'listClinics' ? 'clinics' : 'doctors');
  return interpretPlaces(interpretWords(view, read, operation === 'listSpecialists') as Q);
}
