import { type Operation, type OperationName, OPERATION_NAMES, OPERATIONS } from '../contract/operations.js';
import { type Described, fieldsOf } from '../schema/schema.js';
import type { Item } from './column.js';
import { LISTS } from './list-shape.js';

/** Where the records of an answer are, of which clients select members. */
export interface SelectableRecords {
  /** The member that holds the record, or the list of records. */
  readonly member: string;
  /** The names of all members of a record. Those of a record inside it follow it, such as `clinic.phone`. */
  readonly names: readonly string[];
}

/** The operations that return a list or one record. */
export const SELECTABLE: ReadonlyMap<OperationName, SelectableRecords> = new Map(
  OPERATION_NAMES.flatMap((name) => {
    const list = LISTS.get(name);
    if (list) return [[name, { member: list.items, names: memberNames(list.record) }] as const];
    const { answer }: Operation = OPERATIONS[name];
    const [only, ...others] = fieldsOf(answer).filter(({ required }) => required);
    if (!only?.record || others.length > 0) return [];
    return [[name, { member: only.name, names: memberNames(only.record()) }] as const];
  }),
);

function memberNames(described: Described, within = ''): readonly string[] {
  return fieldsOf(described).flatMap(({ name, record }) => {
    const path = `${within}${name}`;
    return record ? [path, ...memberNames(record(), `${path}.`)] : [path];
  });
}

/** The members that identify a record are in every answer. */
export const IDENTITY: readonly string[] = ['id', 'cpsoNumber'];

/** The members of the records of an answer that a client asked for. */
export class Selection {
  readonly #kept: KeptMembers = new Map();

  /**
   * @param member the member of the answer that holds the record, or the list of records
   * @param names of members, of those in `SELECTABLE`
   */
  constructor(
    readonly member: string,
    private readonly names: readonly string[],
  ) {
    for (const name of [...IDENTITY, ...names]) keep(this.#kept, name.split('.'));
  }

  /** Returns a record, or each record of a list, with the selected members only. */
  of(records: unknown): unknown {
    return selected(records, this.#kept);
  }

  /** Returns whether any of a member is selected. */
  has(path: readonly string[]): boolean {
    let members: KeptMembers | typeof WHOLE | undefined = this.#kept;
    for (const part of path) {
      if (members === WHOLE) return true;
      members = members?.get(part);
    }
    return members !== undefined;
  }

  /** Returns the names of members that no record of an answer has; none if there are no records. */
  absentFrom(answer: Item): readonly string[] {
    const records = [answer[this.member]].flat();
    if (records.length === 0) return [];
    return this.names.filter((name) => !records.some((record) => isPresent(record, name.split('.'))));
  }
}

const WHOLE = Symbol('whole');
/** The members of a record that are kept: the whole of a value, or some members of the record or the records in it. */
type KeptMembers = Map<string, KeptMembers | typeof WHOLE>;

function keep(members: KeptMembers, [name = '', ...rest]: readonly string[]): void {
  const known = members.get(name);
  if (known === WHOLE) return;
  if (rest.length === 0) return void members.set(name, WHOLE);
  const inner: KeptMembers = known ?? new Map();
  members.set(name, inner);
  keep(inner, rest);
}

function selected(value: unknown, members: KeptMembers | typeof WHOLE): unknown {
  if (members === WHOLE || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => selected(item, members));
  const kept: Record<string, unknown> = {};
  for (const name in value) {
    const inner = members.get(name);
    if (inner !== undefined) kept[name] = selected((value as Item)[name], inner);
  }
  return kept;
}

/** Null and an empty list are values. */
function isPresent(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (value === undefined) return false;
  if (name === undefined || value === null) return true;
  if (Array.isArray(value))
    return value.length === 0 || value.some((item) => isPresent(item, [name, ...rest]));
  return isPresent((value as Item)[name], rest);
}
