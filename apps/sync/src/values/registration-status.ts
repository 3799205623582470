import { fold } from '@care-atlas/domain/text';

/** Words of the register for a registration with which one may practise. */
const ACTIVE = ['active', 'active member', 'active certificate', 'registered', 'practising', 'practicing'];

/** Words of the register for one with which one may not, any more or for now. */
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
 * Whether a status lets one practise; undefined when the word is not known. What stands after a colon explains the
 * word before it, as in "Expired: Resignation from membership".
 */
export function isActiveStatus(status: string): boolean | undefined {
  return MEANING.get(fold(status)) ?? MEANING.get(fold(status.split(':', 1)[0]!));
}
