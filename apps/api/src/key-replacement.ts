import { Field } from '@care-atlas/domain/schema';

/** The new key after a rotation. This answer is the only one that contains it. */
export class KeyReplacement {
  @Field({
    type: 'string',
    pattern: '^care_live_[0-9A-Za-z]{38}$',
    description: 'The new key. It is shown only once: the service stores only its hash.',
  })
  readonly key: string;

  @Field({
    type: 'string',
    description: 'The prefix of the new key, which may be displayed and logged.',
    examples: ['care_live_4rTx'],
  })
  readonly key_prefix: string;
}
