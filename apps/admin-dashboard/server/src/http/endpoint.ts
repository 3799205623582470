import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  type MessageEvent,
  RequestMapping,
  RequestMethod,
  SetMetadata,
  Sse,
  type StreamableFile,
  type Type,
} from '@nestjs/common';
import { Readable } from 'node:stream';
import type { LiveSession } from '@care-atlas/data/administration';
import type { Role } from '@care-atlas/domain/access';
import { unstorableIn } from '@care-atlas/domain/contract';
import { type FieldFault, InputReader } from '@care-atlas/domain/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import type { AnswerOf, BodyOf, Download, EndpointDefinition, EndpointName } from '#contract/endpoints';
import { ENDPOINTS, type EventStream, type InputOf } from '#contract/endpoints';
import type { ParamsOf, QueryOf, StatusesOf } from '#contract/endpoints';
import { messageOf, type Timestamp } from '#contract/fields';
import type { DashboardMessage } from '#contract/messages/english';
import type { SessionStatus } from '#contract/people/sign-in';
import { DashboardError, invalidField, invalidFields } from './dashboard-error.js';

/** A request and its session, if it has one. */
export interface DashboardRequest extends FastifyRequest {
  liveSession?: LiveSession;
}

/** A request whose session the guard has verified. */
export interface SessionRequest extends FastifyRequest {
  liveSession: LiveSession;
}

/** A request and its reply. */
export interface Exchange<Request extends DashboardRequest = DashboardRequest> {
  readonly request: Request;
  readonly reply: FastifyReply;
}

/** A request to an endpoint, with its parsed input. */
export interface Call<Name extends EndpointName> extends Exchange<
  'signed-out' extends StatusesOf<Name> ? DashboardRequest : SessionRequest
> {
  readonly params: ParamsOf<Name>;
  readonly query: QueryOf<Name>;
  readonly body: BodyOf<Name>;
}

/** What a handler returns for the answer that its client receives. */
type Served<Value> = Value extends Timestamp
  ? Date
  : Value extends Download
    ? StreamableFile
    : Value extends EventStream<infer EventType>
      ? Observable<MessageEvent & { type: EventType }>
      : Value extends object
        ? { [Property in keyof Value]: Served<Value[Property]> }
        : Value;
export type Answer<Name extends EndpointName> = Served<AnswerOf<Name>>;

type Handler<Name extends EndpointName> = (call: Call<Name>) => Answer<Name> | Promise<Answer<Name>>;

/** The class that declares and validates the query or the body, if the endpoint has one. */
type InputClass<Name extends EndpointName> = InputOf<Name> extends object ? [input: Type<InputOf<Name>>] : [];

/** Metadata key of the session statuses that may call a handler. */
export const OPEN_TO = Symbol('OpenTo');

/** Metadata key of the least role that may call a handler. */
export const NEEDED_ROLE = Symbol('NeededRole');

/** Returns the least role that may call an endpoint once it is signed in. */
export function roleOf({ method, openTo, role }: EndpointDefinition): Role {
  return role ?? (method === 'GET' || openTo ? 'viewer' : 'operator');
}

/** Serves an endpoint of the contract. The compiler checks the method's parameter, answer and input class. */
export function Endpoint<Name extends EndpointName>(name: Name, ...[input]: InputClass<Name>) {
  const row: EndpointDefinition = ENDPOINTS[name];
  const { method, path, status = 200, openTo = ['signed-in'] } = row;
  const read = input && readerOf(input as Type<object>);
  return <Method extends Handler<Name>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    createParamDecorator((_input: unknown, context: ExecutionContext) => {
      const http = context.switchToHttp();
      const request = http.getRequest<DashboardRequest>();
      requireStorable(request);
      const type = method === 'GET' || method === 'PUT' ? 'query' : 'body';
      const parsed = read && { [type]: read(request[type]) };
      return { request, reply: http.getResponse<FastifyReply>(), params: request.params, ...parsed };
      // The class is the decorator's data as well, so that a test finds it.
    })(input)(target, key, 0);
    applyDecorators(
      name === 'streamChanges' ? Sse(path) : RequestMapping({ path, method: RequestMethod[method] }),
      HttpCode(status),
      OpenTo(openTo),
      SetMetadata(NEEDED_ROLE, roleOf(row)),
    )(target, key, descriptor);
  };
}

/**
 * Returns the file that a PUT sends, as it arrives.
 * @throws DirectoryError `missing_param` if the body is not sent as a file, or there is none
 */
export function fileOf({ body }: FastifyRequest): Readable {
  if (body instanceof Readable) return body;
  if (body === undefined) throw new DashboardError('missing_param', { code: 'empty_file' });
  throw new DashboardError('missing_param', { code: 'not_a_file' });
}

/** Allows sessions of the given statuses to call a handler; without it, only signed-in ones may. */
export const OpenTo = (statuses: readonly SessionStatus[]) => SetMetadata(OPEN_TO, statuses);

/** @throws DirectoryError `missing_param` for text that cannot be stored, in any part of a request */
function requireStorable({ params, query, body }: FastifyRequest): void {
  const parts = { path: params, query, body: body instanceof Readable ? undefined : body };
  for (const [place, part] of Object.entries(parts)) {
    const details = unstorableIn(part, place as keyof typeof parts);
    if (details) throw invalidFields(details);
  }
}

/** Returns the function that reads a query or a body. It throws `missing_param`, with every member that is not accepted. */
export function readerOf(input: Type<object>): (raw: unknown) => object {
  const reader = new InputReader(input, messageOf);
  return (raw = {}) => {
    if (typeof raw !== 'object' || Array.isArray(raw)) throw invalidField('body', { code: 'no_object' });
    const values = new input() as Record<string, unknown>;
    const unknown = reader.parse((raw ?? {}) as Readonly<Record<string, unknown>>, values) ?? [];
    const [first, ...others] = [...unknown.map(unknownField), ...(reader.faultsIn(values) ?? [])];
    if (first) throw invalidFields([first, ...others]);
    return values;
  };
}

function unknownField(field: string): FieldFault<DashboardMessage> {
  return { param: field, message: { code: 'unknown_field', params: { field } } };
}
