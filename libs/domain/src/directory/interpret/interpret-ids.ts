import type { Query } from '../../contract/page-query.js';
import { type DirectoryView, foundClinic } from '../directory-view.js';

/** The parameters that name records. `clinic` is one of doctors only. */
interface NamedRecords extends Query {
  readonly ids?: readonly string[];
  readonly clinic?: string;
}

/**
 * Returns a query whose clinics are read: a merged one is the one that answers for it. `ids` are left once each, with
 * `missing`. Returns the query itself where it names no records.
 * @param of what `ids` names
 */
export function interpretIds<Q extends Query>(view: DirectoryView, query: Q, of: 'doctors' | 'clinics'): Q {
  const { ids, clinic } = query as NamedRecords;
  if (ids === undefined && clinic === undefined) return query;
  const warnings = [...(query.warnings ?? [])];
  const listedClinic = (id: string) => {
    const { ordinal, warnings: merged } = foundClinic(view.model, id);
    warnings.push(...merged);
    return ordinal === undefined ? undefined : view.model.clinics.id(ordinal);
  };
  const read: { ids?: readonly string[]; missing?: readonly string[]; clinic?: string } = {};
  if (clinic !== undefined) {
    read.clinic = listedClinic(clinic) ?? clinic;
    if (foundClinic(view.model, clinic).ordinal === undefined)
      warnings.push(`There is no clinic with the id '${clinic.slice(0, 40)}': no doctor matches.`);
  }
  if (ids !== undefined) {
    const { doctors } = view.model;
    const isListed = (number: string) => (doctors.ordinalOf(number) ?? Infinity) < doctors.listed;
    const listed =
      of === 'clinics' ? listedClinic : (number: string) => (isListed(number) ? number : undefined);
    const found = [...new Set(ids)].map((id) => ({ id, listed: listed(id) }));
    read.missing = found.filter((each) => each.listed === undefined).map(({ id }) => id);
    read.ids = [...new Set(found.map((each) => each.listed ?? each.id))];
  }
  return Object.assign({}, query, read, warnings.length > 0 && { warnings });
}
