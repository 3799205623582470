import type { Query } from '../../contract/queries/page-query.js';
import type { DirectoryView } from '../directory-view.js';
import { ListedClinics } from './listed-clinics.js';

type ClinicText = Query & { readonly q?: string; readonly match?: unknown; readonly ids?: readonly string[] };

/** Begins as an address or a telephone number does. */
const MAY_BE_NUMBER = /^[\s(+]*\d/;
const LONGEST = 120;

/**
 * Returns a query for clinics whose `q` is read as a street address or a telephone number, if listed clinics have it. Their
 * ids take its place. Returns the query itself for another text, which is a part of a name.
 */
export function interpretClinicText<Q extends Query>({ model }: DirectoryView, query: Q): Q {
  const { q, ids: asked, interpreted = [] }: ClinicText = query;
  if (q === undefined || q.length > LONGEST || !MAY_BE_NUMBER.test(q)) return query;
  const clinics = ListedClinics.of(model);
  const byPhone = clinics.withPhone(q);
  const ids = byPhone.length > 0 ? byPhone : clinics.atAddress(q);
  if (ids.length === 0) return query;
  const reading = { param: 'q', value: q, as: [byPhone.length > 0 ? 'telephone number' : 'street address'] };
  return Object.assign({}, query, {
    q: undefined,
    match: undefined,
    ids: asked ? asked.filter((id) => ids.includes(id)) : ids,
    interpreted: [...interpreted, reading],
  });
}
