import { Controller } from '@nestjs/common';
import { REQUEST_LOG_DAYS, RequestLogRepository } from '@care-atlas/data/keys';
import { RequestQuery, STATUS_RANGES } from '#contract/service/requests';
import { Dependencies } from '../dependencies.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';

const DAY_MS = 86_400_000;

/** Looks up single requests. */
@Controller()
export class RequestsController {
  readonly #requests: RequestLogRepository;

  constructor(private readonly dependencies: Dependencies) {
    this.#requests = new RequestLogRepository(dependencies.database);
  }

  @Endpoint('findRequests', RequestQuery)
  async find({ query }: Call<'findRequests'>): Promise<Answer<'findRequests'>> {
    const { requestId, key, operation, status, from, to } = query;
    const question = {
      requestId,
      operation,
      keyText: key?.trim() || undefined,
      statuses: status && STATUS_RANGES[status],
      from: dateOf(from),
      until: dateOf(to),
    };
    const since = new Date(this.dependencies.clock().getTime() - REQUEST_LOG_DAYS * DAY_MS);
    const [requests, errors, operations] = await Promise.all([
      this.#requests.find(question),
      this.#requests.errorGroups(question),
      this.#requests.operations(since),
    ]);
    return { requests, errors, operations };
  }
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
