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
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import type { EventStream } from '#contract/change-events';
import {
  type AnswerOf,
  type BodyOf,
  type CsvFile,
  type EndpointDefinition,
  type EndpointName,
  ENDPOINTS,
  type InputOf,
  type ParamsOf,
  type QueryOf,
  type StatusesOf,
} from '#contract/endpoints';
import type { SessionStatus } from '#contract/sign-in';
import { parseInput } from './input.js';
import type { DashboardRequest, SessionRequest } from './requests.js';

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

type Served<Answer> = Answer extends CsvFile
  ? StreamableFile
  : Answer extends EventStream<infer EventType>
    ? Observable<MessageEvent & { type: EventType }>
    : Answer;

type Handler<Name extends EndpointName> = (
  call: Call<Name>,
) => Served<AnswerOf<Name>> | Promise<Served<AnswerOf<Name>>>;

/** The class that declares and validates the query or the body, if the endpoint has one. */
type InputClass<Name extends EndpointName> = InputOf<Name> extends object ? [input: Type<InputOf<Name>>] : [];

/** Metadata key of the session statuses that may call a handler. */
export const OPEN_TO = Symbol('OpenTo');

/** Serves an endpoint of the contract. The compiler checks the method's parameter, answer and input class. */
export function Endpoint<Name extends EndpointName>(name: Name, ...[input]: InputClass<Name>) {
  const { method, path, status = 200, openTo = ['signed-in'] }: EndpointDefinition = ENDPOINTS[name];
  return <Method extends Handler<Name>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    createParamDecorator(async (_data: unknown, context: ExecutionContext) => {
      const http = context.switchToHttp();
      const request = http.getRequest<DashboardRequest>();
      const type = method === 'GET' ? 'query' : 'body';
      const parsed = input && { [type]: await parseInput<object>(type, input, request[type]) };
      return { request, reply: http.getResponse<FastifyReply>(), params: request.params, ...parsed };
    })()(target, key, 0);
    applyDecorators(
      name === 'streamChanges' ? Sse(path) : RequestMapping({ path, method: RequestMethod[method] }),
      HttpCode(status),
      OpenTo(openTo),
    )(target, key, descriptor);
  };
}

/** Allows sessions of the given statuses to call a handler; without it, only signed-in ones may. */
export const OpenTo = (statuses: readonly SessionStatus[]) => SetMetadata(OPEN_TO, statuses);
