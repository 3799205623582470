import type { FastifyReply, FastifyRequest } from 'fastify';

/** Long enough to come back for a key that was paid for and not looked at. Every visit of /buy begins it anew. */
const KEPT_SECONDS = 180 * 24 * 3_600;
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** The secret by which a browser is known again as the one that bought. One serves all purchases of a browser. */
export class ClaimCookie {
  readonly #name: string;
  readonly #secure: boolean;

  constructor(
    baseUrl: string,
    private readonly randomBytes: (count: number) => Uint8Array,
  ) {
    this.#secure = baseUrl.startsWith('https:');
    // With this prefix browsers refuse it from neighbouring hosts, which cannot foist a secret of theirs on a buyer.
    this.#name = this.#secure ? '__Host-care-claim' : 'care-claim';
  }

  /** The secret that a browser sent. */
  secretOf({ cookies }: FastifyRequest): string | undefined {
    const secret = cookies[this.#name];
    return secret !== undefined && SECRET.test(secret) ? secret : undefined;
  }

  /** Gives a browser a secret, the one that it has already if it has one. */
  keep(request: FastifyRequest, reply: FastifyReply): string {
    const secret =
      this.secretOf(request) ?? Buffer.from(this.randomBytes(SECRET_BYTES)).toString('base64url');
    reply.setCookie(this.#name, secret, {
      path: '/',
      maxAge: KEPT_SECONDS,
      httpOnly: true,
      secure: this.#secure,
      // Not "strict": the buyer comes back from the payment page by a link of another site.
      sameSite: 'lax',
    });
    return secret;
  }
}
