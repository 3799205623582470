import { Controller, Logger } from '@nestjs/common';
import { type Administrator, AdministratorRepository } from '@care-atlas/data/administration';
import { clientNetwork } from '@care-atlas/server/access';
import { MemoryRateStore } from '@care-atlas/server/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuthorizationResponseError } from 'openid-client';
import { type ProviderProblem, ReturnQuery } from '#contract/people/sign-in';
import { Dependencies } from '../dependencies.js';
import { DerivedKeys } from '../derived-keys.js';
import { DashboardError, TooManyAttemptsError } from '../http/dashboard-error.js';
import { type Call, Endpoint } from '../http/endpoint.js';
import { sessionCookie } from '../sessions/session-store.js';
import { SessionService } from '../sessions/session.service.js';
import { type Attempt, OpenIdConnect, type ProviderAccount } from './openid-connect.js';
import { PasswordService } from './password.service.js';

const MINUTE_MS = 60_000;
const STARTS_PER_MINUTE = 30;
/** Time for signing in at the provider. */
const ATTEMPT_MINUTES = 10;
const PURPOSE = 'provider-sign-in';

interface KeptAttempt extends Attempt {
  readonly from: string;
  readonly endsAt: number;
}

/**
 * Signs people in through the OpenID Connect provider of their organization. Only somebody who was invited may enter.
 * The first sign-in links the person to the provider's account; from then on, only that account is this person, so that
 * an address that the organization gives to somebody else opens nothing.
 */
@Controller()
export class ProviderSignInController {
  readonly #log = new Logger('OpenID Connect');
  readonly #people: AdministratorRepository;

  constructor(
    private readonly provider: OpenIdConnect,
    private readonly sessions: SessionService,
    private readonly passwords: PasswordService,
    private readonly keys: DerivedKeys,
    private readonly rates: MemoryRateStore,
    private readonly dependencies: Dependencies,
  ) {
    this.#people = new AdministratorRepository(dependencies.database);
  }

  @Endpoint('startProviderSignIn', ReturnQuery)
  async start({ request, reply, query }: Call<'startProviderSignIn'>): Promise<undefined> {
    if (!this.provider.isConfigured) throw new DashboardError('not_found', { code: 'nothing_at_path' });
    const subject = `provider:${clientNetwork(request.ip)}`;
    const count = await this.rates.increment(subject, MINUTE_MS, STARTS_PER_MINUTE);
    if (count.isBlocked) throw new TooManyAttemptsError(count.timeToBlockExpire);
    const { from = '/' } = query;
    try {
      const { address, attempt } = await this.provider.begin();
      this.#keep(reply, { ...attempt, from, endsAt: this.#now() + ATTEMPT_MINUTES * MINUTE_MS });
      redirect(reply, address.href);
    } catch (error) {
      this.#fail(reply, from, 'failed', error);
    }
  }

  @Endpoint('finishProviderSignIn')
  async finish(call: Call<'finishProviderSignIn'>): Promise<undefined> {
    const { request, reply } = call;
    const attempt = this.#takeAttempt(request, reply);
    if (!attempt) return this.#fail(reply, '/', 'expired');
    const { from } = attempt;
    const [, query = ''] = request.url.split('?', 2);
    let account: ProviderAccount;
    try {
      account = await this.provider.finish(query, attempt);
    } catch (error) {
      const problem = error instanceof AuthorizationResponseError ? 'denied' : 'failed';
      return this.#fail(reply, from, problem, error);
    }
    const person = await this.#personOf(account);
    if (!person || person.disabledAt) {
      await this.passwords.recordFailure(request, person, 'OpenID Connect');
      return this.#fail(reply, from, 'unknown');
    }
    await this.sessions.complete(call, person, 'OpenID Connect');
    redirect(reply, signInPage({ from }));
  }

  async #personOf({ id, name }: ProviderAccount): Promise<Administrator | undefined> {
    const known = await this.#people.byOidcAccount(id);
    if (known || name === undefined) return known;
    const invited = await this.#people.byName(name);
    if (!invited || invited.disabledAt) return invited;
    return (await this.#people.linkOidcAccount(invited.id, id)) ? invited : undefined;
  }

  /** The browser keeps the attempt encrypted. Lax, because the way back begins at another site. */
  #keep(reply: FastifyReply, attempt: KeptAttempt): void {
    const { name, options } = this.#cookie;
    const sealed = this.keys.encrypt(PURPOSE, PURPOSE, Buffer.from(JSON.stringify(attempt)));
    reply.setCookie(name, sealed.toString('base64url'), { ...options, maxAge: ATTEMPT_MINUTES * 60 });
  }

  /** Returns the attempt of the browser, which is used up; undefined if it has none, or it is out of date. */
  #takeAttempt(request: FastifyRequest, reply: FastifyReply): KeptAttempt | undefined {
    const { name, options } = this.#cookie;
    const sealed = request.cookies[name];
    if (sealed === undefined) return undefined;
    reply.clearCookie(name, options);
    try {
      const plain = this.keys.decrypt(PURPOSE, PURPOSE, Buffer.from(sealed, 'base64url'));
      const attempt = JSON.parse(plain.toString()) as KeptAttempt;
      return attempt.endsAt > this.#now() ? attempt : undefined;
    } catch {
      // Nobody but this service can write one; it may have been written with an earlier secret.
      return undefined;
    }
  }

  get #cookie() {
    const { name, options } = sessionCookie('provider', this.dependencies.configuration.url);
    return { name, options: { ...options, sameSite: 'lax' } } as const;
  }

  #now(): number {
    return this.dependencies.clock().getTime();
  }

  #fail(reply: FastifyReply, from: string, problem: ProviderProblem, error?: unknown): undefined {
    // The library's messages name no token and no secret.
    if (error) this.#log.warn(`Nobody was signed in: ${problem}. ${reasonOf(error)}`);
    redirect(reply, signInPage({ from, problem }));
  }
}

function signInPage(query: Readonly<Record<string, string>>): string {
  return `/sign-in?${new URLSearchParams(query).toString()}`;
}

function redirect(reply: FastifyReply, address: string): void {
  reply.header('location', address);
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}
