import { Field } from '@care-atlas/domain/schema';

/** The key that replaces another: the one time that it is told. */
export class KeyReplacement {
  @Field({
    type: 'string',
    pattern: '^care_live_[0-9A-Za-z]{38}$',
    description: 'The new key. It is told this once and cannot be shown again: only its hash is stored.',
  })
  readonly key: string;

  @Field({
    type: 'string',
    description: 'The leading portion of the new key, which may be displayed and logged.',
    examples: ['care_live_4rTx'],
  })
  readonly key_prefix: string;
}
