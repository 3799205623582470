import type { KeyIdentity } from '@care-atlas/data/keys';
import { isWellFormedKey } from '@care-atlas/domain/access';
import type { KeyCheck } from '@care-atlas/server/access';
import { type Configuration, WINDOW_MS } from '@care-atlas/server/configuration';
import type { RateStore } from '@care-atlas/server/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, Provider } from 'oidc-provider';
import { type Choice, CHOICES, FIELDS, loginPage, type Page } from './pages/login-page.js';
import { GRANTABLE_SCOPES, SCOPE } from './oauth-scope.js';
import type { OAuthSecret } from './oauth-secret.js';
import { requestingClient } from './clients/requesting-client.js';

/** Why a key was refused, and the response that says so. */
interface Problem {
  readonly status: 422 | 429 | 403;
  readonly text: string;
  readonly retryAfter?: number;
}

export interface LoginDependencies {
  readonly provider: Provider;
  readonly resource: string;
  readonly secret: OAuthSecret;
  readonly configuration: Configuration;
  readonly keys: Pick<KeyCheck, 'identify'>;
  readonly rates: RateStore;
}

/** The page on which a person authorizes a program to use a key. */
export class Login {
  constructor(private readonly dependencies: LoginDependencies) {}

  async show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const signIn = await this.dependencies.provider.interactionDetails(request.raw, reply.raw);
    return sendPage(reply, await this.#page(signIn));
  }

  /** Handles the form: a key, the sandbox, or a cancellation. */
  async submit(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const signIn = await this.dependencies.provider.interactionDetails(request.raw, reply.raw);
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    if (!this.dependencies.secret.isFormToken(form.get(FIELDS.token) ?? '', signIn.jti)) {
      return this.#refuse(signIn, reply, STALE_FORM);
    }
    const choice = CHOICES.find((word) => word === form.get(FIELDS.choice)) ?? 'key';
    if (choice === 'cancel') return this.#finish(request, reply, DECLINED);
    const chosen = await this.#chosenKey(choice, form.get(FIELDS.key)?.trim() ?? '', request.ip);
    if ('text' in chosen) return this.#refuse(signIn, reply, chosen);
    return this.#finish(request, reply, await this.#grant(signIn, chosen));
  }

  async #chosenKey(choice: Choice, pasted: string, address: string): Promise<KeyIdentity | Problem> {
    const key = choice === 'sandbox' ? this.dependencies.configuration.sandboxKey : pasted;
    if (key === '') return { status: 422, text: 'Paste your key, or connect with the sandbox.' };
    const identity = await this.dependencies.keys.identify(key);
    if (!identity) return this.#failure(choice, key, address);
    return REFUSED_KINDS[identity.kind] ?? identity;
  }

  async #failure(choice: Choice, key: string, address: string): Promise<Problem> {
    if (choice === 'sandbox')
      return { status: 422, text: 'The sandbox is closed at present. Use your own key.' };
    // The same counter as for requests with an invalid key.
    const { failures } = this.dependencies.configuration.tierRules.rates;
    const count = await this.dependencies.rates.increment(`failures:${address}`, WINDOW_MS, failures);
    if (count.isBlocked) {
      return {
        status: 429,
        text: `Too many wrong keys from your address. Try again in ${count.timeToBlockExpire} seconds.`,
        retryAfter: count.timeToBlockExpire,
      };
    }
    return { status: 422, text: isWellFormedKey(key) ? INACTIVE : MISTYPED };
  }

  async #grant({ params }: Interaction, { id }: KeyIdentity) {
    const grant = new this.dependencies.provider.Grant({
      accountId: id,
      clientId: String(params['client_id']),
    });
    grant.addOIDCScope(GRANTABLE_SCOPES);
    grant.addResourceScope(this.dependencies.resource, SCOPE);
    return { login: { accountId: id, remember: false }, consent: { grantId: await grant.save() } };
  }

  async #finish(
    request: FastifyRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2],
  ): Promise<FastifyReply> {
    const options = { mergeWithLastSubmission: false };
    const { provider } = this.dependencies;
    const returnTo = await provider.interactionResult(request.raw, reply.raw, result, options);
    return reply.header('cache-control', 'no-store').redirect(returnTo, 303);
  }

  async #refuse(signIn: Interaction, reply: FastifyReply, problem: Problem): Promise<FastifyReply> {
    if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
    return sendPage(reply.code(problem.status), await this.#page(signIn, problem.text));
  }

  async #page({ jti, params }: Interaction, problem?: string): Promise<Page> {
    const clientId = String(params['client_id']);
    const client = await this.dependencies.provider.Client.find(clientId);
    const { baseUrl, tierRules } = this.dependencies.configuration;
    return loginPage({
      client: requestingClient(clientId, client?.clientName, String(params['redirect_uri'])),
      formToken: this.dependencies.secret.formToken(jti),
      sandbox: { rate: tierRules.rates.sandbox, page: tierRules.sizes.sandbox.pageMaximum },
      buyUrl: `${baseUrl}/buy`,
      problem,
    });
  }
}

const DECLINED = { error: 'access_denied', error_description: 'The person declined.' };
const MISTYPED = 'This is not a complete key. Copy it again, from “care_” to its last character.';
const INACTIVE = 'This key is not active. It was replaced or revoked, or belongs to another service.';
const STALE_FORM: Problem = { status: 403, text: 'This form did not come from this page. Choose again.' };

/** Why keys of a kind cannot authorize a program: they act for more than one person. */
const REFUSED_KINDS: Record<KeyIdentity['kind'], Problem | undefined> = {
  live: undefined,
  sandbox: undefined,
  gateway: { status: 422, text: 'A gateway key cannot be used here. Use a key of your own, or the sandbox.' },
  admin: { status: 422, text: 'An administrator’s key cannot be used here. Use a live key, or the sandbox.' },
};

export function sendPage(reply: FastifyReply, { headers, body }: Page): FastifyReply {
  return reply.headers(headers).send(body);
}
