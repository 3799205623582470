import type { KeyIdentity } from '@care-atlas/data/keys';
import { isWellFormedKey } from '@care-atlas/domain/access';
import type { KeyCheck } from '@care-atlas/server/access';
import { WINDOW_MS } from '@care-atlas/server/configuration';
import { formOf, negotiatedVisit, type Page, type PageAnswer } from '@care-atlas/server/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, Provider } from 'oidc-provider';
import type { AuthorizationContext } from './authorization-server.js';
import { type Choice, CHOICES, FIELDS, loginPage, type ProblemText } from './pages/login-page.js';
import { GRANTABLE_SCOPES, SCOPE } from './authorization-request.js';
import { requestingClient } from './clients/requesting-client.js';

/** Why a key was refused, and the response that says so. */
interface Problem {
  readonly status: 422 | 429 | 403;
  readonly text: ProblemText;
  readonly retryAfter?: number;
}

/** The page on which a person authorizes a program to use a key. */
export class Login {
  constructor(
    private readonly provider: Provider,
    private readonly keys: Pick<KeyCheck, 'identify'>,
    private readonly context: AuthorizationContext,
  ) {}

  async show(request: FastifyRequest, reply: FastifyReply): Promise<Page> {
    return this.#page(request, await this.provider.interactionDetails(request.raw, reply.raw));
  }

  /** Handles the form: a key, the sandbox, or a cancellation. */
  async submit(request: FastifyRequest, reply: FastifyReply): Promise<PageAnswer> {
    const signIn = await this.provider.interactionDetails(request.raw, reply.raw);
    const form = formOf(request);
    if (!this.context.secret.isFormToken(form.get(FIELDS.token) ?? '', signIn.jti)) {
      return this.#page(request, signIn, STALE_FORM);
    }
    const choice = CHOICES.find((word) => word === form.get(FIELDS.choice)) ?? 'key';
    if (choice === 'cancel') return this.#finish(request, reply, DECLINED);
    const chosen = await this.#chosenKey(choice, form.get(FIELDS.key)?.trim() ?? '', request.ip);
    if (!('text' in chosen)) return this.#finish(request, reply, await this.#grant(signIn, chosen));
    if (chosen.retryAfter !== undefined) reply.header('retry-after', chosen.retryAfter);
    return this.#page(request, signIn, chosen);
  }

  async #chosenKey(choice: Choice, pasted: string, address: string): Promise<KeyIdentity | Problem> {
    const key = choice === 'sandbox' ? this.context.configuration.sandboxKey : pasted;
    if (key === '') return { status: 422, text: ({ empty }) => empty };
    const identity = await this.keys.identify(key);
    if (!identity) return this.#failure(choice, key, address);
    return REFUSED_KINDS[identity.kind] ?? identity;
  }

  async #failure(choice: Choice, key: string, address: string): Promise<Problem> {
    if (choice === 'sandbox') return { status: 422, text: ({ closed }) => closed };
    // The same counter as for requests with an invalid key.
    const { failures } = this.context.configuration.tierRules.rates;
    const count = await this.context.rates.increment(`failures:${address}`, WINDOW_MS, failures);
    if (!count.isBlocked)
      return {
        status: 422,
        text: ({ inactive, mistyped }) => (isWellFormedKey(key) ? inactive : mistyped),
      };
    const retryAfter = count.timeToBlockExpire;
    return { status: 429, text: ({ tooMany }) => tooMany(retryAfter), retryAfter };
  }

  async #grant({ params }: Interaction, { id }: KeyIdentity) {
    const grant = new this.provider.Grant({ accountId: id, clientId: String(params['client_id']) });
    grant.addOIDCScope(GRANTABLE_SCOPES);
    grant.addResourceScope(this.context.resource, SCOPE);
    return { login: { accountId: id, remember: false }, consent: { grantId: await grant.save() } };
  }

  async #finish(
    request: FastifyRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2],
  ): Promise<PageAnswer> {
    const options = { mergeWithLastSubmission: false };
    const to = await this.provider.interactionResult(request.raw, reply.raw, result, options);
    return { status: 303, to, headers: { 'cache-control': 'no-store' } };
  }

  async #page(
    { url, headers }: FastifyRequest,
    { jti, params }: Interaction,
    problem?: Problem,
  ): Promise<Page> {
    const clientId = String(params['client_id']);
    const client = await this.provider.Client.find(clientId);
    const { baseUrl, tierRules } = this.context.configuration;
    const page = {
      client: requestingClient(clientId, client?.clientName, String(params['redirect_uri'])),
      formToken: this.context.secret.formToken(jti),
      sandbox: { rate: tierRules.rates.sandbox, page: tierRules.sizes.sandbox.pageMaximum },
      buyUrl: `${baseUrl}/buy`,
      problem: problem?.text,
    };
    return loginPage(negotiatedVisit(url, headers), page, problem?.status);
  }
}

const DECLINED = { error: 'access_denied', error_description: 'The person declined.' };
const STALE_FORM: Problem = { status: 403, text: ({ staleForm }) => staleForm };

/** Why keys of a kind cannot authorize a program: they act for more than one person. */
const REFUSED_KINDS: Record<KeyIdentity['kind'], Problem | undefined> = {
  live: undefined,
  sandbox: undefined,
  gateway: { status: 422, text: ({ gateway }) => gateway },
  admin: { status: 422, text: ({ admin }) => admin },
};
