import { Controller, Get, Header, Inject } from '@nestjs/common';
import { RELEASE } from '@care-atlas/server/configuration';
import type { Directory } from '@care-atlas/domain/directory';

/** How the service finds out whether it is ready. */
export interface Health {
  readonly directory: Directory;
  /** @throws when the database does not answer, or the process has been told to stop */
  requireReady(): Promise<void>;
}

/** Token of the Health among Nest's providers. */
export const HEALTH = Symbol('Health');

/** Whether the service lives, and whether it is ready. Neither needs a key. */
@Controller()
export class ServiceController {
  constructor(@Inject(HEALTH) private readonly health: Health) {}

  @Get()
  @Header('cache-control', 'no-store')
  async readiness() {
    await this.health.requireReady();
    const { version, syncedAt } = await this.health.directory.dataset;
    return { status: 'ok', name: 'Care Atlas connector', version: RELEASE, dataset: { version, syncedAt } };
  }

  @Get('ping')
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/plain; charset=utf-8')
  ping(): string {
    return 'pong';
  }
}
