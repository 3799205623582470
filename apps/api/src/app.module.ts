import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Directory } from '@care-atlas/domain/directory';
import { ErrorFilter, RouteMethods } from '@care-atlas/server/http';
import { Gateway, KeyCheck } from '@care-atlas/server/access';
import {
  MemoryRateStore,
  RateStore,
  throttlerOptions,
  TIER_RULES,
  type TierRules,
} from '@care-atlas/server/limits';
import { GENERATION } from '@care-atlas/server/answers';
import { KeyRepository } from '@care-atlas/data/keys';
import { DirectoryController } from './directory.controller.js';
import { KeysController, NEW_KEY } from './keys.controller.js';
import { SERVICE, type Service } from './service.js';
import { ServiceController } from './service.controller.js';

/** What the API is put together from. */
export interface ApiParts {
  readonly directory: Directory;
  readonly keyCheck: KeyCheck;
  readonly keys: Pick<KeyRepository, 'rotate'>;
  readonly newKey: () => string;
  readonly rateStore: RateStore;
  /** Counts in this process alone. */
  readonly localRates: MemoryRateStore;
  readonly gateway: Gateway;
  readonly rules: TierRules;
  /** Changes whenever the same request may be answered differently. */
  readonly generation: string;
  readonly routes: RouteMethods;
  readonly service: Service;
}

@Module({})
export class AppModule {
  static of(parts: ApiParts): DynamicModule {
    return {
      module: AppModule,
      imports: [ThrottlerModule.forRoot(throttlerOptions(parts.rules, parts.rateStore))],
      controllers: [ServiceController, DirectoryController, KeysController],
      providers: [
        { provide: Directory, useValue: parts.directory },
        { provide: KeyCheck, useValue: parts.keyCheck },
        { provide: KeyRepository, useValue: parts.keys },
        { provide: NEW_KEY, useValue: parts.newKey },
        { provide: RateStore, useValue: parts.rateStore },
        { provide: MemoryRateStore, useValue: parts.localRates },
        { provide: Gateway, useValue: parts.gateway },
        { provide: TIER_RULES, useValue: parts.rules },
        { provide: GENERATION, useValue: parts.generation },
        { provide: RouteMethods, useValue: parts.routes },
        { provide: SERVICE, useValue: parts.service },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
