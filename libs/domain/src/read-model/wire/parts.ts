/**
 * A part of a record's JSON: a function that returns some of its members, or the name of one member, if other code serializes
 * the value.
 */
export type Part<T> = ((...sources: never[]) => Partial<T>) | (keyof T & string);
type Parts<T> = Readonly<Record<string, Part<T>>>;

/** The names of the members that a table of parts writes. */
type MembersOf<P> = {
  [K in keyof P]: P[K] extends (...sources: never[]) => infer Written ? keyof Written : P[K];
}[keyof P];

/** Requires a table of parts to write every declared member and no other. The compiler names the members that are wrong. */
type Complete<T, P> = [Exclude<keyof T, MembersOf<P>>] extends [never]
  ? [Exclude<MembersOf<P>, keyof T>] extends [never]
    ? unknown
    : { readonly undeclared: Exclude<MembersOf<P>, keyof T> }
  : { readonly missing: Exclude<keyof T, MembersOf<P>> };

/**
 * Declares how the JSON of an answer class is divided into parts. Parts that do not depend on the request are serialized once,
 * when a dataset is loaded. The table only compiles if its parts write exactly the members that the class declares.
 */
export function partsOf<T>() {
  return <const P extends Parts<T>>(parts: P & Complete<T, P>): P => parts;
}

/** Returns the JSON of an object's members, without the braces. */
export function jsonMembers(object: object): string {
  return JSON.stringify(object).slice(1, -1);
}

/** Returns `,"name":`, which precedes the JSON of a value. */
export function memberStart(member: string): string {
  return `,"${member}":`;
}

/** Returns `{"name":`, which precedes the JSON of the first value of an object. */
export function objectStart(member: string): string {
  return `{"${member}":`;
}
