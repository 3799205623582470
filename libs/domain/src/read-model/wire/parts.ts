/**
 * One piece of a record's JSON: either a function that returns some of its members, or the name of one member whose
 * value arrives as JSON already.
 */
export type Part<T> = ((...sources: never[]) => Partial<T>) | (keyof T & string);
type Parts<T> = Readonly<Record<string, Part<T>>>;

/** The members that a table of parts writes. */
type MembersOf<P> = {
  [K in keyof P]: P[K] extends (...sources: never[]) => infer Written ? keyof Written : P[K];
}[keyof P];

/** A type that no table matches when a member is declared and not written, or written and not declared. */
type Complete<T, P> = [Exclude<keyof T, MembersOf<P>>] extends [never]
  ? [Exclude<MembersOf<P>, keyof T>] extends [never]
    ? unknown
    : { readonly undeclared: Exclude<MembersOf<P>, keyof T> }
  : { readonly missing: Exclude<keyof T, MembersOf<P>> };

/**
 * Declares how the JSON of an answer class is cut into parts, so that each part is serialized as seldom as it changes.
 * The table does not compile unless its parts write exactly the members that the class declares.
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
