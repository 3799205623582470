import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import { Directory } from '@care-atlas/domain/directory';
import { CHALLENGE, RouteMethods } from '@care-atlas/server/http';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { AccountController } from './account.controller.js';
import { OwnAccount } from './account.js';
import { AuditController } from './audit.controller.js';
import { bodyReader } from './body.js';
import { ChangeGuard } from './change.guard.js';
import { ChangesController } from './changes.controller.js';
import { DashboardErrorFilter } from './dashboard-error.filter.js';
import { DirectoryController } from './directory.controller.js';
import { KeyDesk } from './key-desk.js';
import { KeysController } from './keys.controller.js';
import { PAGE, PageController } from './page.controller.js';
import { RunsController } from './runs.controller.js';
import { SessionBook } from './session-book.js';
import { SESSION_COOKIE, SessionCookie } from './session-cookie.js';
import { SessionGuard } from './session.guard.js';
import { SessionsController } from './sessions.controller.js';
import { SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.js';
import { SURROUNDINGS, type Surroundings } from './surroundings.js';
import { UsageController } from './usage.controller.js';

@Module({})
export class AppModule {
  static of(
    surroundings: Surroundings,
    directory: Directory,
    routes: RouteMethods,
    page: string,
  ): DynamicModule {
    return {
      module: AppModule,
      controllers: [
        SignInController,
        SessionsController,
        AccountController,
        KeysController,
        UsageController,
        DirectoryController,
        RunsController,
        AuditController,
        ChangesController,
        PageController,
      ],
      providers: [
        SessionBook,
        SignIn,
        OwnAccount,
        KeyDesk,
        { provide: SURROUNDINGS, useValue: surroundings },
        { provide: Directory, useValue: directory },
        { provide: SESSION_COOKIE, useValue: new SessionCookie('session', surroundings.configuration.url) },
        { provide: MemoryRateStore, useValue: new MemoryRateStore(surroundings.stopwatch) },
        { provide: RouteMethods, useValue: routes },
        { provide: PAGE, useValue: page },
        { provide: CHALLENGE, useValue: 'Session' },
        { provide: APP_FILTER, useClass: DashboardErrorFilter },
        { provide: APP_PIPE, useFactory: bodyReader },
        // In this order: whose session has ended is told so, and not that a token is out of date.
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: ChangeGuard },
      ],
    };
  }
}
