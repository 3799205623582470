/** The kinds of records in exports and in the feed of changes: those that lists return. */
export const CHANGE_TYPES = ['doctor', 'clinic', 'service'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/**
 * What happened to a record. A doctor expires, clinics and services close; restored and reopened ones are listed again. A clinic
 * that was merged is another one.
 * A removed record is hidden: the directory says nothing more of it, nor why.
 */
export const CHANGE_OPS = [
  'created',
  'updated',
  'expired',
  'restored',
  'closed',
  'reopened',
  'merged',
  'removed',
] as const;
export type ChangeOp = (typeof CHANGE_OPS)[number];

/**
 * What a change did to a list with filters: the record meets them now and did not, or does no longer and did, or meets them as
 * before and its item differs.
 */
export const OPENING_OPS = ['entered', 'left', 'changed'] as const;
export type OpeningOp = (typeof OPENING_OPS)[number];
