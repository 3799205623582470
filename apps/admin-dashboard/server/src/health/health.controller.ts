import { Controller } from '@nestjs/common';
import { HealthRepository } from '@care-atlas/data/administration';
import { HEALTH_COMPONENTS } from '@care-atlas/domain/access';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';
import { storedHealth } from './stored-health.js';

/** How the parts of the deployment are, and were. */
@Controller()
export class HealthController {
  readonly #health: HealthRepository;

  constructor(
    private readonly audit: AuditLog,
    private readonly dependencies: Dependencies,
  ) {
    this.#health = new HealthRepository(dependencies.database);
  }

  @Endpoint('getHealth')
  async get(): Promise<Answer<'getHealth'>> {
    const { clock, alerts } = this.dependencies;
    const now = clock();
    const [state, days, incidents] = await Promise.all([
      this.now(),
      this.#health.days(now),
      this.#health.incidents(now),
    ]);
    return {
      ...state,
      days,
      incidents: incidents.map(withMessage),
      alertWays: alerts.ways,
    };
  }

  @Endpoint('getHealthNow')
  async now(): Promise<Answer<'getHealthNow'>> {
    const components = await this.#health.components();
    const placeOf = (each: (typeof components)[number]) => HEALTH_COMPONENTS.indexOf(each.component);
    return { components: components.toSorted((a, b) => placeOf(a) - placeOf(b)).map(withMessage) };
  }

  @Endpoint('testAlert')
  async test({ request }: Call<'testAlert'>): Promise<Answer<'testAlert'>> {
    const { clock, alerts } = this.dependencies;
    const failed = await alerts.test(clock());
    await this.audit.record(request, { action: 'alert-tested', details: { failed: failed.length } });
    return { failed };
  }
}

function withMessage<Row extends { readonly detail: string }>(row: Row) {
  return { ...row, message: storedHealth(row.detail) };
}
