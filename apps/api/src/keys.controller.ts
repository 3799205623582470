import { Controller, Header, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { KeyRepository } from '@care-atlas/data/keys';
import { DirectoryError, Warnings } from '@care-atlas/domain/contract';
import { Field } from '@care-atlas/domain/schema';
import { type BodilessRequest, requireNoBody } from './empty-body.js';
import { Counted, warningsOf } from './read.decorator.js';
import { Describe } from './openapi/describe.decorator.js';

/** Injection token of the function that creates a live key. */
export const NEW_KEY = Symbol('new key');

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

  @Warnings() readonly warnings?: readonly string[];
}

@Controller('keys')
@Counted()
export class KeysController {
  constructor(
    private readonly keys: KeyRepository,
    @Inject(NEW_KEY) private readonly newKey: () => string,
  ) {}

  @Post('rotate')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  @Describe({
    name: 'rotateKey',
    tag: 'Keys',
    summary: 'Replace a paid developer key',
    description:
      'Returns a new key of the same tier; the old one stops working immediately. The answer is the only one with the new key: store it. Only a live key can be replaced. The request takes no body.',
    answer: KeyReplacement,
    forbidden: 'not_rotatable',
  })
  async rotate(@Req() request: BodilessRequest): Promise<KeyReplacement> {
    const { kind, id } = request.caller;
    if (kind !== 'live') throw new DirectoryError('not_rotatable');
    requireNoBody(request);
    const key = this.newKey();
    const stored = await this.keys.rotate(id, key);
    // The key was active when the request arrived. Another request has rotated or revoked it since.
    if (!stored) throw new DirectoryError('unauthorized');
    return { key, key_prefix: stored.prefix, ...warningsOf(request) };
  }
}
