import type { ChangeSubject, Role } from '@care-atlas/domain/access';
import type { Explanation } from '@care-atlas/domain/contract';
import type { Said } from '@care-atlas/domain/messages';
import type { Account, PasskeyRegistration, PasskeySetup, PasswordChange } from './people/account.js';
import type { PasswordConfirmation, RecoveryCodes, Sessions, TotpSetup } from './people/account.js';
import type { Accuracy } from './directory/accuracy.js';
import type { AuditFilter, AuditList, AuditQuery } from './service/audit.js';
import type {
  CorrectionList,
  CorrectionQuery,
  DecisionJob,
  DuplicateList,
  NewCorrection,
  Withdrawal,
} from './directory/corrections.js';
import type { CoverageAnswer, CoverageQuery } from './directory/coverage.js';
import type {
  ClinicMap,
  DirectoryState,
  EvidenceQuery,
  ExplanationQuery,
  RecordEvidence,
} from './directory/directory.js';
import type { CursorQuery, LimitQuery, PageQuery } from './fields.js';
import type { DashboardMessage } from './messages/english.js';
import type { AlertTest, Health, HealthNow } from './service/health.js';
import type { CreatedKey, GatewaySecret, KeyFilter, KeyLabel, KeyList, KeyQuery } from './service/keys.js';
import type {
  KeyRevocation,
  KeysRevocation,
  KeyTerms,
  ListedKey,
  NewKey,
  RevokedKeys,
} from './service/keys.js';
import type {
  ImportConfirmation,
  ImportJob,
  ImportJobDetails,
  ImportList,
  ImportUpload,
  OpenDataImport,
} from './imports/imports.js';
import type { Mending, NewMending, SavedMending } from './imports/mending.js';
import type { OneTimePassword, PeopleList, Person, PersonRole, NewPerson } from './people/people.js';
import type { RecordDetails, RecordList, RecordQuery } from './directory/records.js';
import type { ReviewList, ReviewQuery } from './directory/reviews.js';
import type { RequestList, RequestQuery } from './service/requests.js';
import type { RejectQuery, RunChanges, RunDetails, RunList, RunQuery, RunRejects } from './imports/runs.js';
import type {
  Code,
  Credentials,
  NewPassword,
  PasskeyRequest,
  PasskeySignIn,
  ReturnQuery,
} from './people/sign-in.js';
import type { SessionState, SessionStatus } from './people/sign-in.js';
import type { Usage, UsageQuery } from './service/usage.js';

/** The body of every error response. */
export interface ErrorBody {
  readonly error: string;
  /** A sentence for the user. */
  readonly message: string;
  readonly requestId: string;
  /** With 400: the first invalid field. */
  readonly param?: string;
  /** With 400: every invalid field. */
  readonly details?: readonly { readonly param: string; readonly message: string }[];
  /** `message` and `details` as codes with parameters, or as text that no catalogue has. */
  readonly messages?: {
    readonly message: DashboardMessage | Said;
    readonly details?: readonly (DashboardMessage | Said)[] | undefined;
  };
}

/**
 * Server-sent events without data: one within two seconds after the data it names has changed, `ping` every
 * 15 seconds, and `outage` while the database is unavailable. The stream ends with the session; a reconnection then
 * receives 401.
 */
export type ChangeEvents = EventStream<ChangeSubject | 'ping' | 'outage'>;

/** Marks the answer of an endpoint that streams server-sent events. */
export interface EventStream<Type extends string> {
  readonly eventTypes: readonly Type[];
}

interface Options {
  /** The status of a successful request, 200 by default. */
  readonly status?: 200 | 201 | 204 | 303;
  /** The session statuses that may call the endpoint, by default `signed-in` only. */
  readonly openTo?: readonly SessionStatus[];
  /** The least role that may call it: by default viewer for a GET or before signing in, and operator otherwise. */
  readonly role?: Role;
}

/** One endpoint of the dashboard. Bodies are JSON; points in time are ISO 8601 in UTC. */
export interface EndpointDefinition extends Options {
  readonly method: 'GET' | 'POST' | 'DELETE' | 'PUT';
  /** `:name` marks a parameter. */
  readonly path: `/api/${string}`;
}

/** The types of an endpoint, for the compiler only: the property has no value. */
interface Typed<Input, Answer> {
  readonly types?: { readonly input: Input; readonly answer: Answer };
}

/** Marks the answer of an endpoint that downloads a file. */
export interface Download {
  readonly disposition: 'attachment';
}

/** Declares an endpoint: first its method, then its types, then its path. Each call infers or takes what it declares. */
const endpoint =
  <const Method extends EndpointDefinition['method']>(method: Method) =>
  <Answer, Input = undefined>() =>
  <const Path extends EndpointDefinition['path'], const Rest extends Options>(path: Path, rest?: Rest) =>
    ({ method, path, ...rest }) as { method: Method; path: Path } & Rest & Typed<Input, Answer>;
/** The input is the query string. */
const get = endpoint('GET');
/** The input is the body. */
const post = endpoint('POST');
const remove = endpoint('DELETE');
/** The input is the query string; the body is a file, as application/octet-stream. */
const upload = endpoint('PUT');

export const ANYONE = ['signed-out', 'new-password', 'second-factor', 'signed-in'] as const;
/** What belongs to the person who is signed in. */
const OWN = { role: 'viewer' } as const;
const PEOPLE = { role: 'administrator' } as const;
const REDIRECT = { openTo: ANYONE, status: 303 } as const;
const PASSKEY_STEPS = { openTo: ['signed-out', 'second-factor'] } as const;

/**
 * Every endpoint: the server's controllers implement these rows and the client calls them. Errors are ErrorBody:
 * 400 `missing_param`, 401 `unauthorized`, 403 `forbidden` (CSRF token or origin), 404, 429 and 503 with Retry-After.
 */
export const ENDPOINTS = {
  ping: get<string>()('/api/ping', { openTo: ANYONE }),

  getSession: get<SessionState>()('/api/session', { openTo: ANYONE }),
  /** 401 if the name and the password do not match; 429 after repeated failures. */
  signIn: post<SessionState, Credentials>()('/api/sign-in', { openTo: ANYONE }),
  chooseNewPassword: post<SessionState, NewPassword>()('/api/sign-in/new-password', {
    openTo: ['new-password'],
  }),
  verifyCode: post<SessionState, Code>()('/api/sign-in/code', { openTo: ['second-factor'] }),
  requestPasskey: post<PasskeyRequest>()('/api/sign-in/passkey/options', PASSKEY_STEPS),
  signInWithPasskey: post<SessionState, PasskeySignIn>()('/api/sign-in/passkey', PASSKEY_STEPS),
  /** Opened by the browser itself: leads to the OpenID Connect provider. 404 without one. */
  startProviderSignIn: get<undefined, ReturnQuery>()('/api/sign-in/provider', REDIRECT),
  /** Where the provider sends the browser back: leads to the sign-in page, with a `problem` if it failed. */
  finishProviderSignIn: get<undefined>()('/api/sign-in/provider/callback', REDIRECT),
  signOut: post<undefined>()('/api/sign-out', {
    status: 204,
    openTo: ['new-password', 'second-factor', 'signed-in'],
  }),

  getAccount: get<Account>()('/api/account'),
  /** Ends every other session of the user. */
  changePassword: post<SessionState, PasswordChange>()('/api/account/password', OWN),
  startTotpSetup: post<TotpSetup, PasswordConfirmation>()('/api/account/totp', OWN),
  confirmTotp: post<RecoveryCodes, Code>()('/api/account/totp/confirm', OWN),
  /** Also removes the recovery codes, unless a passkey remains. */
  removeTotp: post<Account, PasswordConfirmation>()('/api/account/totp/remove', OWN),
  /** Replaces the recovery codes. */
  renewRecoveryCodes: post<RecoveryCodes, PasswordConfirmation>()('/api/account/recovery-codes', OWN),
  startPasskeySetup: post<PasskeySetup, PasswordConfirmation>()('/api/account/passkeys/options', OWN),
  addPasskey: post<Account, PasskeyRegistration>()('/api/account/passkeys', OWN),
  removePasskey: post<Account, PasswordConfirmation>()('/api/account/passkeys/:id/remove', OWN),
  listSessions: get<Sessions>()('/api/account/sessions'),
  endOtherSessions: remove<Sessions>()('/api/account/sessions', OWN),
  /** Ending the current session signs the user out: 204. */
  endSession: remove<Sessions | undefined>()('/api/account/sessions/:id', OWN),

  listPeople: get<PeopleList>()('/api/people', PEOPLE),
  /** 400 if the name is taken. */
  invitePerson: post<OneTimePassword, NewPerson>()('/api/people', { ...PEOPLE, status: 201 }),
  /** A new one-time password; removes every second factor, ends all sessions, and enables who was disabled. 400 for yourself. */
  resetPerson: post<OneTimePassword>()('/api/people/:name/reset', PEOPLE),
  /** 400 for the last administrator, as when one is disabled. */
  changeRole: post<Person, PersonRole>()('/api/people/:name/role', PEOPLE),
  disablePerson: post<Person>()('/api/people/:name/disable', PEOPLE),

  listKeys: get<KeyList, KeyQuery>()('/api/keys'),
  /** Creates an admin key. */
  createKey: post<CreatedKey, NewKey>()('/api/keys', { status: 201 }),
  /** 400 if the secret is unsuitable or already registered. */
  registerGatewaySecret: post<ListedKey, GatewaySecret>()('/api/keys/gateway-secrets', { status: 201 }),
  /** 404 if there is no such active key. */
  revokeKey: post<ListedKey, KeyRevocation>()('/api/keys/:id/revoke'),
  /** One after the other; those that are not active are left out. */
  revokeKeys: post<RevokedKeys, KeysRevocation>()('/api/keys/revoke'),
  /** 404 if there is no such key, or it is revoked. */
  changeKeyTerms: post<ListedKey, KeyTerms>()('/api/keys/:id/terms'),
  /** A CSV file of the keys that match, newest first, without the keys themselves. A POST, because it is recorded. */
  exportKeys: post<Download, KeyFilter>()('/api/keys/export'),
  relabelKey: post<ListedKey, KeyLabel>()('/api/keys/:id/label'),

  getUsage: get<Usage, UsageQuery>()('/api/usage'),
  getHealth: get<Health>()('/api/health'),
  getHealthNow: get<HealthNow>()('/api/health/now'),
  /** Sends an alert by every way that is configured. */
  testAlert: post<AlertTest>()('/api/health/test-alert'),

  findRequests: get<RequestList, RequestQuery>()('/api/requests'),

  getDirectory: get<DirectoryState>()('/api/directory'),
  getClinicMap: get<ClinicMap>()('/api/directory/map'),
  /** 400 as the list itself. */
  getExplanation: get<Explanation, ExplanationQuery>()('/api/directory/explanation'),
  /** What sources say about a doctor or a clinic. */
  getEvidence: get<RecordEvidence, EvidenceQuery>()('/api/directory/evidence'),

  getCoverage: get<CoverageAnswer, CoverageQuery>()('/api/directory/coverage'),
  exportCoverage: get<Download, CoverageQuery>()('/api/directory/coverage/export'),

  findRecords: get<RecordList, RecordQuery>()('/api/directory/records'),
  /** 404 if there is no such record; one that no list has is found. */
  getRecord: get<RecordDetails>()('/api/directory/records/:record/:key'),

  listCorrections: get<CorrectionList, CorrectionQuery>()('/api/corrections'),
  /** Clinics that are likely the same, and about which nobody has decided. */
  listDuplicates: get<DuplicateList, PageQuery>()('/api/corrections/duplicates'),
  /** Withdrawn ones too. A review is withdrawn and answered by corrections. */
  listReviews: get<ReviewList, ReviewQuery>()('/api/corrections/reviews'),
  /** Asks the worker to make a correction. The id is the client's; the same request again changes nothing. */
  makeCorrection: post<DecisionJob, NewCorrection>()('/api/corrections/decisions/:id', { status: 201 }),
  withdrawCorrection: post<DecisionJob, Withdrawal>()('/api/corrections/decisions/:id/withdrawal', {
    status: 201,
  }),
  getDecision: get<DecisionJob>()('/api/corrections/decisions/:id'),
  /** 400 if the worker has begun with it. */
  cancelDecision: post<DecisionJob>()('/api/corrections/decisions/:id/cancel'),

  getAccuracy: get<Accuracy>()('/api/accuracy'),

  listRuns: get<RunList, RunQuery>()('/api/runs'),
  getRun: get<RunDetails>()('/api/runs/:id'),
  listRunChanges: get<RunChanges, CursorQuery>()('/api/runs/:id/changes'),
  listRunRejects: get<RunRejects, RejectQuery>()('/api/runs/:id/rejects'),
  /** The rejects file of the import, to be corrected and imported; if it was not stored, a CSV file of the reasons. */
  downloadRunRejects: get<Download>()('/api/runs/:id/rejects-file'),

  listImports: get<ImportList, LimitQuery>()('/api/imports'),
  /** Takes a file to be checked. 400 if the id is taken, 413 if the file is too large. */
  uploadImport: upload<ImportJob, ImportUpload>()('/api/imports/:id', { status: 201 }),
  /** Imports the shipped places, as `npm run sync -- open-data` does. 400 where real places are, or while it is done. */
  importOpenData: post<OpenDataImport>()('/api/imports/open-data', { status: 201 }),
  getImport: get<ImportJobDetails>()('/api/imports/:id'),
  /** 400 unless it is in review, and exactly what its check found is confirmed; 403 if another person must do it. */
  confirmImport: post<ImportJobDetails, ImportConfirmation>()('/api/imports/:id/confirm'),
  /** Rejected rows, and rows with values that were left out, in the format of the file. 404 without any. */
  downloadImportRejects: get<Download>()('/api/imports/:id/rejects-file'),
  /** Stops a worker that works on it. 400 if it has ended. */
  cancelImport: post<ImportJobDetails>()('/api/imports/:id/cancel'),
  /** Lets a parked file be checked once more. 400 unless it is parked. */
  recheckImport: post<ImportJobDetails>()('/api/imports/:id/check'),

  /**
   * Begins to mend rejected rows, or returns what mends them already. 400 if there are too many for the grid, or their source
   * takes only complete files; 404 without any.
   */
  startMending: post<ImportJob, NewMending>()('/api/imports/:id/mending', { status: 201 }),
  getMending: get<Mending>()('/api/imports/:id/mending'),
  /** Keeps what was changed. The body is a MendingPatch. 400 unless it is a draft. */
  saveMending: upload<SavedMending>()('/api/imports/:id/mending'),
  /** Lets the rows be checked as an upload is. 400 unless it is a draft with a row that is not skipped. */
  checkMending: post<ImportJob>()('/api/imports/:id/mending/check'),
  /** Makes a draft again of rows that were checked and not confirmed. */
  reopenMending: post<ImportJob>()('/api/imports/:id/mending/reopen'),

  listAuditEvents: get<AuditList, AuditQuery>()('/api/audit'),
  /** Oldest first. A POST, because the export itself is recorded. */
  exportAudit: post<Download, AuditFilter>()('/api/audit/export'),

  streamChanges: get<ChangeEvents>()('/api/changes'),
} satisfies Record<string, EndpointDefinition>;

type Endpoints = typeof ENDPOINTS;
export type EndpointName = keyof Endpoints;
type TypesOf<Name extends EndpointName> = NonNullable<Endpoints[Name]['types']>;
export type AnswerOf<Name extends EndpointName> = TypesOf<Name>['answer'];
/** The query string of a GET or an upload, or the body. */
export type InputOf<Name extends EndpointName> = TypesOf<Name>['input'];
export type QueryOf<Name extends EndpointName> = Endpoints[Name]['method'] extends 'GET' | 'PUT'
  ? InputOf<Name>
  : undefined;
export type BodyOf<Name extends EndpointName> = Endpoints[Name]['method'] extends 'GET' | 'PUT'
  ? undefined
  : InputOf<Name>;
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
