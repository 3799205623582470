import 'reflect-metadata';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Directory } from '@care-atlas/domain/directory';
import { CHALLENGE, httpServer, RequestObserver, RouteMethods } from '@care-atlas/server/http';
import { MemoryRateStore } from '@care-atlas/server/limits';
import { AccuracyController } from './accuracy/accuracy.controller.js';
import { AccountController } from './account/account.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditLog } from './audit/audit-log.js';
import { CorrectionsController } from './corrections/corrections.controller.js';
import { DuplicatesController } from './corrections/duplicates.controller.js';
import { ReviewsController } from './corrections/reviews.controller.js';
import { Dependencies } from './dependencies.js';
import { DerivedKeys } from './derived-keys.js';
import { CoverageController } from './directory/coverage.controller.js';
import { DirectoryController } from './directory/directory.controller.js';
import { HealthController } from './health/health.controller.js';
import { secureBrowsers, serveFiles } from './sessions/browser-security.js';
import { CsrfGuard } from './http/csrf.guard.js';
import { DashboardErrorFilter } from './http/dashboard-error.filter.js';
import { PAGE, PageController } from './http/page.controller.js';
import { ImportsController } from './imports/imports.controller.js';
import { KeysController } from './keys/keys.controller.js';
import { ChangeStreamController } from './live/change-stream.controller.js';
import { RecordsController } from './directory/records.controller.js';
import { MendingController } from './mending/mending.controller.js';
import { PeopleController } from './people/people.controller.js';
import { RequestsController } from './requests/requests.controller.js';
import { RunsController } from './runs/runs.controller.js';
import { SessionGuard } from './sessions/session.guard.js';
import { SessionService } from './sessions/session.service.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { OpenIdConnect } from './sign-in/openid-connect.js';
import { PasswordService } from './sign-in/password.service.js';
import { ProviderSignInController } from './sign-in/provider-sign-in.controller.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInThrottle } from './sign-in/sign-in-throttle.js';
import { UsageController } from './usage/usage.controller.js';

const LOG_LEVELS = ['error', 'warn', 'fatal'] as const;

@Module({
  controllers: [
    SignInController,
    ProviderSignInController,
    SessionsController,
    AccountController,
    KeysController,
    UsageController,
    RequestsController,
    HealthController,
    PeopleController,
    DirectoryController,
    CoverageController,
    RecordsController,
    CorrectionsController,
    DuplicatesController,
    ReviewsController,
    AccuracyController,
    RunsController,
    ImportsController,
    MendingController,
    AuditController,
    ChangeStreamController,
    PageController,
  ],
  providers: [
    SessionService,
    PasswordService,
    SignInThrottle,
    OpenIdConnect,
    AuditLog,
    { provide: CHALLENGE, useValue: 'Session' },
    { provide: APP_FILTER, useClass: DashboardErrorFilter },
    // In this order, an ended session is reported as such and not as an outdated CSRF token.
    { provide: APP_GUARD, useClass: SessionGuard },
    { provide: APP_GUARD, useClass: CsrfGuard },
  ],
})
class Dashboard {}

/** Creates the dashboard, ready to listen: the endpoints below /api, the client's files, and its page elsewhere. */
export async function createDashboard(dependencies: Dependencies): Promise<NestFastifyApplication> {
  const { configuration, clientDirectory, clock, currentModel } = dependencies;
  const { observer = new RequestObserver(), logger = [...LOG_LEVELS] } = dependencies;
  const { url, trustedProxies, freshDays, evidenceDays, secret } = configuration;
  const directory = new Directory(currentModel, clock, { freshDays, evidenceDays });
  const dataset = () => directory.dataset.version;
  const adapter = httpServer({ publicUrl: url, trustedProxies, observer, dataset });
  const routes = new RouteMethods();
  adapter.getInstance().addHook('onRoute', (route) => routes.add(route.url, route.method));
  const pageFile = join(clientDirectory, 'index.html');
  const built = existsSync(pageFile);
  const module = {
    module: Dashboard,
    providers: [
      { provide: Dependencies, useValue: dependencies },
      { provide: DerivedKeys, useValue: new DerivedKeys(secret) },
      { provide: Directory, useValue: directory },
      { provide: MemoryRateStore, useValue: new MemoryRateStore(dependencies.stopwatch) },
      { provide: RouteMethods, useValue: routes },
      { provide: PAGE, useValue: built ? readFileSync(pageFile, 'utf8') : '' },
    ],
  };
  // Fastify's own JSON parser rejects prototype pollution.
  const options = { logger, abortOnError: false, bodyParser: false } as const;
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, options);
  await secureBrowsers(app, dependencies);
  if (built) await serveFiles(app, clientDirectory);
  return app;
}
