import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, RouterModule } from '@nestjs/core';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { ErrorFilter, RequestObserver, RouteMethods } from '@care-atlas/server/http';
import { Gateway, KeyCheck } from '@care-atlas/server/access';
import { TIER_RULES, type TierRules } from '@care-atlas/server/configuration';
import { RateStore } from '@care-atlas/server/limits';
import { UsageRecorder } from '@care-atlas/server/observability';
import type { BearerCheck } from './http/bearer-check.js';
import { CallCount } from './http/call-count.js';
import { McpController } from './http/mcp.controller.js';
import { ALLOWED_ORIGINS, MCP_URL } from './http/origin.guard.js';
import { PIPELINE } from './http/pipeline.js';
import { HEALTH, type Health, ServiceController } from './http/service.controller.js';

/** What the connector's service is put together from. */
export interface McpParts {
  readonly mcpUrl: string;
  /** Origins of pages that may use the connector, beside its own. */
  readonly allowedOrigins: readonly string[];
  readonly pipeline: McpHttpHandler;
  readonly bearers: BearerCheck;
  readonly gateway: Gateway;
  readonly rateStore: RateStore;
  readonly usage: UsageRecorder;
  readonly observer: RequestObserver;
  readonly rules: TierRules;
  readonly routes: RouteMethods;
  readonly health: Health;
}

/** The endpoint itself, a module of its own so that it can stand at a configured path. */
@Module({ controllers: [McpController] })
class EndpointModule {}

@Module({})
export class AppModule {
  static of(parts: McpParts): DynamicModule {
    const endpoint: DynamicModule = {
      module: EndpointModule,
      providers: [
        CallCount,
        { provide: PIPELINE, useValue: parts.pipeline },
        { provide: MCP_URL, useValue: parts.mcpUrl },
        { provide: ALLOWED_ORIGINS, useValue: parts.allowedOrigins },
        { provide: KeyCheck, useValue: parts.bearers },
        { provide: Gateway, useValue: parts.gateway },
        { provide: RateStore, useValue: parts.rateStore },
        { provide: UsageRecorder, useValue: parts.usage },
        { provide: RequestObserver, useValue: parts.observer },
        { provide: TIER_RULES, useValue: parts.rules },
      ],
    };
    return {
      module: AppModule,
      imports: [
        endpoint,
        RouterModule.register([{ path: new URL(parts.mcpUrl).pathname, module: EndpointModule }]),
      ],
      controllers: [ServiceController],
      providers: [
        { provide: RouteMethods, useValue: parts.routes },
        { provide: HEALTH, useValue: parts.health },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
