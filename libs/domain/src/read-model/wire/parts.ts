/**
 * One part of a record's JSON: a function that returns some of its members, or the name of one member whose value
 * arrives as JSON.
 */
export type Part<T> = ((...sources: never[]) => Partial<T>) | (keyof T & string);
type Parts<T> = Readonly<Record<string, Part<T>>>;

/** The members that a table of parts writes. */
type MembersOf<P> = {
  [K in keyof P]: P[K] extends (...sources: never[]) => infer Written ? keyof Written : P[K];
}[keyof P];

/** A type that no table matches if it misses a declared member or writes an undeclared one. */
type Complete<T, P> = [Exclude<keyof T, MembersOf<P>>] extends [never]
  ? [Exclude<MembersOf<P>, keyof T>] extends [never]
    ? unknown
    : { readonly undeclared: Exclude<MembersOf<P>, keyof T> }
  : { readonly missing: Exclude<keyof T, MembersOf<P>> };

/**
 * Declares how the JSON of an answer class is cut into parts, so that each part is serialized only when it changes. The
 * table compiles only if its parts write exactly the members that the class declares.
 */
export function partsOf<T>() {
  return <const P extends Parts<T>>(parts: P & Complete<T, P>): P => parts;
}

/** Returns the JSON of an object's members, without the braces. */
export function jsonMembers(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

/** Returns `,"name":`, the start of a member whose value is JSON already. */
export function memberStart(member: string): string {
  return `,"${member}":`;
}

/** Returns `{"name":`, the start of an object whose first member is JSON already. */
export function objectStart(member: string): string {
  return `{"${member}":`;
}
