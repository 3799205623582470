import type { Query } from '../../contract/page-query.js';
import type { DirectoryView } from '../directory-view.js';
import { interpretIds } from './interpret-ids.js';

/**
 * Returns a query whose words and places are read: each other name replaced by what it stands for, with `interpreted`
 * and `warnings` about it. Returns the query itself where nothing is read as something else.
 * @param of the records that `ids` name
 */
export function interpretQuery<Q extends Query>(
  view: DirectoryView,
  query: Q,
  of: 'doctors' | 'clinics' = 'doctors',
): Q {
  return interpretIds(view, query, of);
}
