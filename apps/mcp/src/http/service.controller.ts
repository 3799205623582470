import { Controller, Get, Header } from '@nestjs/common';
import { RELEASE } from '@care-atlas/server/configuration';
import type { Directory } from '@care-atlas/domain/directory';

/** The readiness check of the service. */
export abstract class Health {
  abstract readonly directory: Directory;
  /** @throws when the database does not answer, or the process is shutting down */
  abstract requireReady(): Promise<void>;
}

/** Liveness and readiness of the service. Neither needs a key. */
@Controller()
export class ServiceController {
  constructor(private readonly health: Health) {}

  @Get()
  @Header('cache-control', 'no-store')
  async readiness() {
    await this.health.requireReady();
    const { version, syncedAt } = this.health.directory.dataset;
    return { status: 'ok', name: 'Care Atlas connector', version: RELEASE, dataset: { version, syncedAt } };
  }

  @Get('ping')
  @Header('cache-control', 'no-store')
  @Header('content-type', 'text/plain; charset=utf-8')
  ping(): string {
    return 'pong';
  }
}
