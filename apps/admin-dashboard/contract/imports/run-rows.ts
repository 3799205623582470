export interface RunChange {
  readonly position: number;
  /** The kind of record, e.g. "doctor". */
  readonly record: string;
  /** Identifies the record within its kind. */
  readonly key: string;
  /** "created", "updated", "expired", "unexpired", "closed", "reopened" or "merged". */
  readonly change: string;
  /** For an update: each changed field with its old and new values. */
  readonly fields: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}

/** Whether a whole row was rejected, or values of it were left out. */
export const REJECT_KINDS = ['row', 'field'] as const;
export type RejectKind = (typeof REJECT_KINDS)[number];

export interface RunReject {
  /** `position` of left-out coordinates that are far from their postal area; `field` asks for these too. */
  readonly kind: RejectKind | 'position';
  readonly line: number | null;
  readonly column: string;
  readonly value: string;
  readonly reason: string;
}
