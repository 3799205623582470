import { fold } from '@care-atlas/domain/text';

/** The register's words for a registration that permits practice. */
const ACTIVE = ['active', 'active member', 'active certificate', 'registered', 'practising', 'practicing'];

/** The register's words for one that does not, for now or for good. */
const NOT_ACTIVE = [
  'administrative suspension',
  'cancelled',
  'deceased',
  'expired',
  'expired certificate',
  'failure to renew',
  'inactive',
  'inactive member',
  'resigned',
  'retired',
  'revoked',
  'surrendered',
  'suspended',
  'undertaking not to practise',
];

const MEANING = new Map<string, boolean>([
  ...ACTIVE.map((word): [string, boolean] => [word, true]),
  ...NOT_ACTIVE.map((word): [string, boolean] => [word, false]),
]);

export const STATUS_WORDS: readonly string[] = [...MEANING.keys()];

/**
 * Returns whether a status permits practice; undefined when it is unknown. Text after a colon is an explanation, as in
 * "Expired: Resignation from membership".
 */
export function isActiveStatus(status: string): boolean | undefined {
  return MEANING.get(fold(status)) ?? MEANING.get(fold(status.split(':', 1)[0]!));
}
