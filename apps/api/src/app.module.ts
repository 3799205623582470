import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { Directory } from '@care-atlas/domain/directory';
import { ErrorFilter, NOT_FOUND_PAGE, type NotFoundPage, RouteMethods } from '@care-atlas/server/http';
import { Gateway, KeyCheck } from '@care-atlas/server/access';
import { TIER_RULES, type TierRules } from '@care-atlas/server/configuration';
import { GENERATION, throttlerOptions } from '@care-atlas/server/guards';
import { MemoryRateStore, RateStore } from '@care-atlas/server/limits';
import { ChangeFeedRepository } from '@care-atlas/data/directory';
import { ServedExports } from '@care-atlas/data/exports';
import { KeyRepository } from '@care-atlas/data/keys';
import { DirectoryController } from './directory.controller.js';
import { API_URL, CLOCK, FeedController } from './feed.controller.js';
import { KeysController, NEW_KEY } from './keys.controller.js';
import { SERVICE, type Service, ServiceController } from './service.controller.js';

export interface AppModuleDependencies {
  readonly directory: Directory;
  readonly keyCheck: KeyCheck;
  readonly keys: Pick<KeyRepository, 'rotate'>;
  readonly newKey: () => string;
  readonly feed: Pick<ChangeFeedRepository, 'now' | 'changes' | 'openingsAnswer'>;
  readonly exports: Pick<ServedExports, 'list' | 'open' | 'addressToBegin' | 'endOfChanges'>;
  /** The address of the API, without a slash at its end. */
  readonly apiUrl: string;
  readonly clock: () => Date;
  readonly rateStore: RateStore;
  /** Counts in this process only. */
  readonly localRates: MemoryRateStore;
  readonly gateway: Gateway;
  readonly rules: TierRules;
  /** Changes whenever the answer to a request may change. */
  readonly generation: string;
  readonly routes: RouteMethods;
  readonly service: Service;
  readonly notFoundPage?: NotFoundPage;
}

@Module({})
export class AppModule {
  static of(dependencies: AppModuleDependencies): DynamicModule {
    return {
      module: AppModule,
      imports: [ThrottlerModule.forRoot(throttlerOptions(dependencies.rules, dependencies.rateStore))],
      controllers: [ServiceController, DirectoryController, FeedController, KeysController],
      providers: [
        { provide: Directory, useValue: dependencies.directory },
        { provide: KeyCheck, useValue: dependencies.keyCheck },
        { provide: KeyRepository, useValue: dependencies.keys },
        { provide: NEW_KEY, useValue: dependencies.newKey },
        { provide: ChangeFeedRepository, useValue: dependencies.feed },
        { provide: ServedExports, useValue: dependencies.exports },
        { provide: API_URL, useValue: dependencies.apiUrl },
        { provide: CLOCK, useValue: dependencies.clock },
        { provide: RateStore, useValue: dependencies.rateStore },
        { provide: MemoryRateStore, useValue: dependencies.localRates },
        { provide: Gateway, useValue: dependencies.gateway },
        { provide: TIER_RULES, useValue: dependencies.rules },
        { provide: GENERATION, useValue: dependencies.generation },
        { provide: RouteMethods, useValue: dependencies.routes },
        { provide: SERVICE, useValue: dependencies.service },
        { provide: NOT_FOUND_PAGE, useValue: dependencies.notFoundPage },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
    };
  }
}
