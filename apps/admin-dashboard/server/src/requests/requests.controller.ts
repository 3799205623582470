import { Controller } from '@nestjs/common';
import { RequestLogRepository } from '@care-atlas/data/keys';
import { RequestQuery } from '#contract/service/requests';
import { Dependencies } from '../dependencies.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';

/** Looks up single requests. */
@Controller()
export class RequestsController {
  readonly #requests: RequestLogRepository;

  constructor({ database }: Dependencies) {
    this.#requests = new RequestLogRepository(database);
  }

  @Endpoint('findRequests', RequestQuery)
  async find({ query: { requestId } }: Call<'findRequests'>): Promise<Answer<'findRequests'>> {
    const requests = await (requestId === undefined
      ? this.#requests.failures()
      : this.#requests.withId(requestId));
    return { requests };
  }
}
