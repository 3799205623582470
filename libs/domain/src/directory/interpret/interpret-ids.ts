import type { Query } from '../../contract/queries/page-query.js';
import type { Message } from '../../messages/index.js';
import { type DirectoryView, foundClinic } from '../directory-view.js';

/** The longest part of an unknown id that a warning repeats. */
const MAX_ECHO_LENGTH = 40;

/** The parameters that name records. */
interface NamedRecords extends Query {
  readonly ids?: readonly string[];
  readonly clinic?: string;
}

/**
 * Returns a query whose ids are read, once each: a merged clinic is the one that answers for it, and `missing` names
 * those that are not listed. Returns the query itself where it names no records.
 * @param of the records that `ids` name
 */
export function interpretIds<Q extends Query>(view: DirectoryView, query: Q, of: 'doctors' | 'clinics'): Q {
  const { ids, clinic, warnings = [] } = query as NamedRecords;
  if (ids === undefined && clinic === undefined) return query;
  const said = new Map<string, Message>();
  const read: { ids?: readonly string[]; missing?: readonly string[]; clinic?: string } = {};
  if (clinic !== undefined) {
    read.clinic = listedClinic(view, clinic, said) ?? '';
    if (read.clinic === '') said.set(clinic, { code: 'unknown_clinic', params: { id: echo(clinic) } });
  }
  if (ids !== undefined) {
    const found = [...new Set(ids)].map((id) => ({ id, listed: LISTED[of](view, id, said) }));
    read.missing = found.filter(({ listed }) => listed === undefined).map(({ id }) => id);
    read.ids = [...new Set(found.map(({ id, listed = id }) => listed))];
  }
  return Object.assign({}, query, read, said.size > 0 && { warnings: [...warnings, ...said.values()] });
}

const LISTED = { doctors: listedDoctor, clinics: listedClinic };

function listedDoctor({ model: { doctors } }: DirectoryView, id: string): string | undefined {
  return (doctors.ordinalOf(id) ?? Infinity) < doctors.listed ? id : undefined;
}

function listedClinic({ model }: DirectoryView, id: string, said: Map<string, Message>): string | undefined {
  const { ordinal, warnings } = foundClinic(model, id);
  for (const warning of warnings) said.set(id.toLowerCase(), warning);
  return ordinal === undefined ? undefined : model.clinics.id(ordinal);
}

function echo(id: string): string {
  return id.length > MAX_ECHO_LENGTH ? `${id.slice(0, MAX_ECHO_LENGTH)}…` : id;
}
