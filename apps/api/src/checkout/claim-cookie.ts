import type { FastifyReply, FastifyRequest } from 'fastify';

/** Long enough to return for a key that was paid for and not shown yet. Every visit of /buy renews it. */
const MAX_AGE_SECONDS = 180 * 24 * 3_600;
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** The cookie that ties purchases to the browser that made them: one secret per browser. */
export class ClaimCookie {
  readonly #name: string;
  readonly #secure: boolean;

  constructor(
    baseUrl: string,
    private readonly randomBytes: (count: number) => Uint8Array,
  ) {
    this.#secure = baseUrl.startsWith('https:');
    // Browsers reject a cookie with this prefix from sibling hosts, which therefore cannot plant a secret.
    this.#name = this.#secure ? '__Host-care-claim' : 'care-claim';
  }

  /** Returns the secret of a request. */
  secretOf({ cookies }: FastifyRequest): string | undefined {
    const secret = cookies[this.#name];
    return secret !== undefined && SECRET.test(secret) ? secret : undefined;
  }

  /** Sets the browser's secret, keeping one that it already has, and returns it. */
  keep(request: FastifyRequest, reply: FastifyReply): string {
    const secret =
      this.secretOf(request) ?? Buffer.from(this.randomBytes(SECRET_BYTES)).toString('base64url');
    reply.setCookie(this.#name, secret, {
      path: '/',
      maxAge: MAX_AGE_SECONDS,
      httpOnly: true,
      secure: this.#secure,
      // Not "strict": the buyer returns from the payment page through a link of another site.
      sameSite: 'lax',
    });
    return secret;
  }
}
