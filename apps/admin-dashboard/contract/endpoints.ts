import type {
  Account,
  PasskeyRegistration,
  PasskeySetup,
  PasswordChange,
  PasswordConfirmation,
  RecoveryCodes,
  TotpSetup,
} from './account.js';
import type { AuditFilter, AuditList, AuditQuery } from './audit.js';
import type { ChangeEvents } from './change-events.js';
import type { ClinicMap, DirectoryState } from './directory.js';
import type {
  CreatedKey,
  GatewaySecret,
  KeyLabel,
  KeyList,
  KeyQuery,
  KeyRevocation,
  ListedKey,
} from './keys.js';
import type { CursorQuery, LimitQuery, PageQuery } from './page.js';
import type { Run, RunChanges, RunList, RunRejects } from './runs.js';
import type { Sessions } from './sessions.js';
import type { Code, Credentials, NewPassword, PasskeyRequest, PasskeySignIn } from './sign-in.js';
import type { SessionState, SessionStatus } from './sign-in.js';
import type { Usage, UsageQuery } from './usage.js';

/** One endpoint of the dashboard. Bodies are JSON; points in time are ISO 8601 in UTC. */
export interface EndpointDefinition {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `:name` marks a parameter. */
  readonly path: `/api/${string}`;
  /** The status of a successful request, 200 by default. */
  readonly status?: 200 | 201 | 204;
  /** The session statuses that may call the endpoint, by default `signed-in` only. */
  readonly openTo?: readonly SessionStatus[];
  readonly query?: object;
  readonly body?: object;
  readonly answer: unknown;
}

/** Marks the answer of an endpoint that downloads a CSV file. */
export interface CsvFile {
  readonly mediaType: 'text/csv';
}

function get<const Path extends string, const Rest>(path: Path, rest: Rest) {
  return { method: 'GET', path, ...rest } as const;
}

function post<const Path extends string, const Rest>(path: Path, rest: Rest) {
  return { method: 'POST', path, ...rest } as const;
}

function remove<const Path extends string, const Rest>(path: Path, rest: Rest) {
  return { method: 'DELETE', path, ...rest } as const;
}

/** Declares the type of a query, a body or an answer, for the compiler only: the value is undefined. */
function type<T>(none?: T): T {
  return none as T;
}

export const ANYONE = ['signed-out', 'new-password', 'second-factor', 'signed-in'] as const;

/**
 * Every endpoint: the server's controllers implement these rows and the client calls them. Errors are ErrorBody:
 * 400 `missing_param`, 401 `unauthorized`, 403 `forbidden` (CSRF token or origin), 404, 429 and 503 with Retry-After.
 */
export const ENDPOINTS = {
  ping: get('/api/ping', { openTo: ANYONE, answer: type<string>() }),

  getSession: get('/api/session', { openTo: ANYONE, answer: type<SessionState>() }),
  /** 401 if the name and the password do not match; 429 after repeated failures. */
  signIn: post('/api/sign-in', { openTo: ANYONE, body: type<Credentials>(), answer: type<SessionState>() }),
  chooseNewPassword: post('/api/sign-in/new-password', {
    openTo: ['new-password'],
    body: type<NewPassword>(),
    answer: type<SessionState>(),
  }),
  verifyCode: post('/api/sign-in/code', {
    openTo: ['second-factor'],
    body: type<Code>(),
    answer: type<SessionState>(),
  }),
  requestPasskey: post('/api/sign-in/passkey/options', {
    openTo: ['signed-out', 'second-factor'],
    answer: type<PasskeyRequest>(),
  }),
  signInWithPasskey: post('/api/sign-in/passkey', {
    openTo: ['signed-out', 'second-factor'],
    body: type<PasskeySignIn>(),
    answer: type<SessionState>(),
  }),
  signOut: post('/api/sign-out', {
    status: 204,
    openTo: ['new-password', 'second-factor', 'signed-in'],
    answer: type<undefined>(),
  }),

  getAccount: get('/api/account', { answer: type<Account>() }),
  /** Ends every other session of the user. */
  changePassword: post('/api/account/password', {
    body: type<PasswordChange>(),
    answer: type<SessionState>(),
  }),
  startTotpSetup: post('/api/account/totp', {
    body: type<PasswordConfirmation>(),
    answer: type<TotpSetup>(),
  }),
  confirmTotp: post('/api/account/totp/confirm', { body: type<Code>(), answer: type<RecoveryCodes>() }),
  /** Also removes the recovery codes, unless a passkey remains. */
  removeTotp: post('/api/account/totp/remove', {
    body: type<PasswordConfirmation>(),
    answer: type<Account>(),
  }),
  /** Replaces the recovery codes. */
  renewRecoveryCodes: post('/api/account/recovery-codes', {
    body: type<PasswordConfirmation>(),
    answer: type<RecoveryCodes>(),
  }),
  startPasskeySetup: post('/api/account/passkeys/options', {
    body: type<PasswordConfirmation>(),
    answer: type<PasskeySetup>(),
  }),
  addPasskey: post('/api/account/passkeys', { body: type<PasskeyRegistration>(), answer: type<Account>() }),
  removePasskey: post('/api/account/passkeys/:id/remove', {
    body: type<PasswordConfirmation>(),
    answer: type<Account>(),
  }),
  listSessions: get('/api/account/sessions', { answer: type<Sessions>() }),
  endOtherSessions: remove('/api/account/sessions', { answer: type<Sessions>() }),
  /** Ending the current session signs the user out: 204. */
  endSession: remove('/api/account/sessions/:id', { answer: type<Sessions | undefined>() }),

  listKeys: get('/api/keys', { query: type<KeyQuery>(), answer: type<KeyList>() }),
  /** Creates an admin key. */
  createKey: post('/api/keys', { status: 201, body: type<KeyLabel>(), answer: type<CreatedKey>() }),
  /** 400 if the secret is unsuitable or already registered. */
  registerGatewaySecret: post('/api/keys/gateway-secrets', {
    status: 201,
    body: type<GatewaySecret>(),
    answer: type<ListedKey>(),
  }),
  /** 404 if there is no such active key. */
  revokeKey: post('/api/keys/:id/revoke', { body: type<KeyRevocation>(), answer: type<ListedKey>() }),
  relabelKey: post('/api/keys/:id/label', { body: type<KeyLabel>(), answer: type<ListedKey>() }),

  getUsage: get('/api/usage', { query: type<UsageQuery>(), answer: type<Usage>() }),

  getDirectory: get('/api/directory', { answer: type<DirectoryState>() }),
  getClinicMap: get('/api/directory/map', { answer: type<ClinicMap>() }),

  listRuns: get('/api/runs', { query: type<LimitQuery>(), answer: type<RunList>() }),
  getRun: get('/api/runs/:id', { answer: type<Run>() }),
  listRunChanges: get('/api/runs/:id/changes', { query: type<CursorQuery>(), answer: type<RunChanges>() }),
  listRunRejects: get('/api/runs/:id/rejects', { query: type<PageQuery>(), answer: type<RunRejects>() }),
  downloadRunRejects: get('/api/runs/:id/rejects.csv', { answer: type<CsvFile>() }),

  listAuditEvents: get('/api/audit', { query: type<AuditQuery>(), answer: type<AuditList>() }),
  /** Oldest first. A POST, because the export itself is recorded. */
  exportAudit: post('/api/audit/export', { body: type<AuditFilter>(), answer: type<CsvFile>() }),

  streamChanges: get('/api/changes', { answer: type<ChangeEvents>() }),
} satisfies Record<string, EndpointDefinition>;

type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;
export type AnswerOf<Name extends EndpointName> = Endpoints[Name]['answer'];
export type QueryOf<Name extends EndpointName> = Endpoints[Name] extends { query: infer Query }
  ? Query
  : undefined;
export type BodyOf<Name extends EndpointName> = Endpoints[Name] extends { body: infer Body }
  ? Body
  : undefined;
export type ParamsOf<Name extends EndpointName> = Record<ParamNames<Endpoints[Name]['path']>, string>;
export type StatusesOf<Name extends EndpointName> = Endpoints[Name] extends {
  openTo: readonly (infer Status)[];
}
  ? Status
  : 'signed-in';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
