import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import { ErrorFilter } from '@care-atlas/server/http';
import { CallLimiter } from './http/call-limiter.js';
import { McpController } from './http/mcp.controller.js';
import { ServiceController } from './http/service.controller.js';

/** The endpoint of the protocol: a module of its own, because its path is configured. */
@Module({ controllers: [McpController] })
class EndpointModule {}

@Module({})
export class AppModule {
  /** Returns the module, with what the endpoint and the rest of the service depend on. */
  static of(path: string, endpoint: readonly Provider[], service: readonly Provider[]): DynamicModule {
    return {
      module: AppModule,
      imports: [
        { module: EndpointModule, providers: [CallLimiter, ...endpoint] },
        RouterModule.register([{ path, module: EndpointModule }]),
      ],
      controllers: [ServiceController],
      providers: [{ provide: APP_FILTER, useClass: ErrorFilter }, ...service],
    };
  }
}
