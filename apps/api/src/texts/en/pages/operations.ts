/** The titles of operations, and of their groups, that are not those of the interface description. */
export const operations: OperationTexts = { titles: {}, groups: {} };

export interface OperationTexts {
  /** By id. */
  readonly titles: Readonly<Record<string, string>>;
  /** Name and meaning, by tag. */
  readonly groups: Readonly<Record<string, readonly [name: string, about: string]>>;
}
