import { Controller, Get, Header, Inject, Req, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Directory } from '@care-atlas/domain/directory';
import { KeylessRateGuard } from '@care-atlas/server/guards';
import type { FastifyRequest } from 'fastify';
import { jsonOf } from './openapi/describe.decorator.js';
import { warningsOf } from './read.decorator.js';
import { INTERFACE_VERSION, type Readiness, type ServiceLinks } from './readiness.js';

/** The links of the service, and its readiness check. */
export interface Service {
  readonly links: ServiceLinks;
  /** Returns the version of the newest export; null without one. @throws while exports cannot be read */
  exported(): Promise<string | null>;
  /** @throws when the database does not answer within 2 s, or the process is stopping */
  requireReady(): Promise<void>;
}

/** The injection token of Service. */
export const SERVICE = Symbol('Service');

/** Liveness and readiness, without a key. */
@Controller()
@UseGuards(KeylessRateGuard)
@ApiTags('Service')
export class ServiceController {
  constructor(
    private readonly directory: Directory,
    @Inject(SERVICE) private readonly service: Service,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  @ApiOperation({
    operationId: 'getReadiness',
    summary: 'Readiness, backed by the database',
    description:
      'Returns the dataset version in service with its size, and links to the documents. It is 503 while the database does not answer or the process is stopping. Compare `dataset.version` to learn of new data.',
  })
  @ApiResponse({ status: 200, ...jsonOf('Readiness'), description: 'Ready.' })
  @ApiResponse({ status: 429, ...jsonOf('ErrorBody'), description: 'rate_limited' })
  @ApiResponse({ status: 503, ...jsonOf('ErrorBody'), description: 'unavailable' })
  async readiness(@Req() request: FastifyRequest): Promise<Readiness> {
    await this.service.requireReady();
    const { version, syncedAt, doctors, clinics } = this.directory.dataset;
    // An API without its exports is ready.
    const exported = await this.service.exported().catch(() => undefined);
    return {
      status: 'ok',
      name: 'Care Atlas',
      version: INTERFACE_VERSION,
      database: 'up',
      dataset: { version, syncedAt: syncedAt.toISOString(), doctors, clinics, exported },
      links: this.service.links,
      ...warningsOf(request),
    };
  }

  @Get('ping')
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/plain; charset=utf-8')
  @ApiOperation({
    operationId: 'ping',
    summary: 'Liveness, without the database',
    description:
      'Returns the text `pong` as long as the process answers. To learn whether the directory can be read, request `/`.',
  })
  @ApiResponse({
    status: 200,
    description: 'Alive.',
    content: { 'text/plain': { schema: { type: 'string', enum: ['pong'] }, example: 'pong' } },
  })
  @ApiResponse({ status: 429, ...jsonOf('ErrorBody'), description: 'rate_limited' })
  ping(): string {
    return 'pong';
  }
}
