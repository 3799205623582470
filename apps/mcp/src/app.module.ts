import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { Gateway, KeyCheck } from '@care-atlas/server/access';
import { TIER_RULES, type TierRules } from '@care-atlas/server/configuration';
import { ErrorFilter, RequestObserver, RouteMethods } from '@care-atlas/server/http';
import { RateStore } from '@care-atlas/server/limits';
import { UsageRecorder } from '@care-atlas/server/observability';
import { CallLimiter } from './http/call-limiter.js';
import { McpController } from './http/mcp.controller.js';
import { ALLOWED_ORIGINS, MCP_URL } from './http/origin.guard.js';
import { PROTOCOL_HANDLER } from './http/protocol-handler.js';
import { HEALTH, type Health, ServiceController } from './http/service.controller.js';

export interface AppModuleOptions {
  readonly mcpUrl: string;
  /** Origins of pages that may use the connector, besides its own. */
  readonly allowedOrigins: readonly string[];
  readonly handler: McpHttpHandler;
  readonly keys: KeyCheck;
  readonly gateway: Gateway;
  readonly rateStore: RateStore;
  readonly usage: UsageRecorder;
  readonly observer: RequestObserver;
  readonly rules: TierRules;
  readonly routes: RouteMethods;
  readonly health: Health;
}

/** The endpoint of the protocol: a module of its own, because its path is configured. */
@Module({ controllers: [McpController] })
class EndpointModule {}

@Module({})
export class AppModule {
  static of(options: AppModuleOptions): DynamicModule {
    const endpoint: DynamicModule = {
      module: EndpointModule,
      providers: [
        CallLimiter,
        { provide: PROTOCOL_HANDLER, useValue: options.handler },
        { provide: MCP_URL, useValue: options.mcpUrl },
        { provide: ALLOWED_ORIGINS, useValue: options.allowedOrigins },
        { provide: KeyCheck, useValue: options.keys },
        { provide: Gateway, useValue: options.gateway },
        { provide: RateStore, useValue: options.rateStore },
        { provide: UsageRecorder, useValue: options.usage },
        { provide: RequestObserver, useValue: options.observer },
        { provide: TIER_RULES, useValue: options.rules },
      ],
    };
    const path = new URL(options.mcpUrl).pathname;
    return {
      module: AppModule,
      imports: [endpoint, RouterModule.register([{ path, module: EndpointModule }])],
      controllers: [ServiceController],
      providers: [
        { provide: RouteMethods, useValue: options.routes },
        { provide: HEALTH, useValue: options.health },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
