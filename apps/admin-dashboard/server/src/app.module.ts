import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { Directory } from '@care-atlas/domain/directory';
import { CHALLENGE, RouteMethods } from '@care-atlas/server/http';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { AccountController } from './account/account.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditLog } from './audit/audit-log.js';
import { Dependencies } from './dependencies.js';
import { DerivedKeys } from './derived-keys.js';
import { DirectoryController } from './directory/directory.controller.js';
import { CsrfGuard } from './http/csrf.guard.js';
import { DashboardErrorFilter } from './http/dashboard-error.filter.js';
import { PAGE, PageController } from './http/page.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { ChangeStreamController } from './live/change-stream.controller.js';
import { RunsController } from './runs/runs.controller.js';
import { SessionGuard } from './sessions/session.guard.js';
import { SessionService } from './sessions/session.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { UsageController } from './usage/usage.controller.js';

@Module({})
export class AppModule {
  static of(
    dependencies: Dependencies,
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
        ChangeStreamController,
        PageController,
      ],
      providers: [
        SessionService,
        SignInService,
        AuditLog,
        { provide: Dependencies, useValue: dependencies },
        { provide: DerivedKeys, useValue: new DerivedKeys(dependencies.configuration.secret) },
        { provide: Directory, useValue: directory },
        { provide: MemoryRateStore, useValue: new MemoryRateStore(dependencies.stopwatch) },
        { provide: RouteMethods, useValue: routes },
        { provide: PAGE, useValue: page },
        { provide: CHALLENGE, useValue: 'Session' },
        { provide: APP_FILTER, useClass: DashboardErrorFilter },
        // In this order, an ended session is reported as such and not as an outdated CSRF token.
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_GUARD, useClass: CsrfGuard },
      ],
    };
  }
}
