import { Controller, type StreamableFile } from '@nestjs/common';
import { type AuditQuestion, type AuditRecord, AuditRepository } from '@care-atlas/data/administration';
import { AuditFilter, AuditQuery } from '#contract/service/audit';
import { Dependencies } from '../dependencies.js';
import { csvFile } from '../http/csv.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';
import { deviceName } from './device-name.js';
import { AuditLog } from './audit-log.js';

const COLUMNS = ['id', 'at', 'actor', 'action', 'subject', 'address', 'user agent', 'details'];

@Controller()
export class AuditController {
  readonly #events: AuditRepository;

  constructor(
    private readonly log: AuditLog,
    private readonly dependencies: Dependencies,
  ) {
    this.#events = new AuditRepository(dependencies.database);
  }

  @Endpoint('listAuditEvents', AuditQuery)
  async list({ query }: Call<'listAuditEvents'>): Promise<Answer<'listAuditEvents'>> {
    const { events, total } = await this.#events.search(criteriaOf(query), query);
    return { events: events.map(withDevice), total, count: events.length };
  }

  /** Records the export before the first byte is sent. */
  @Endpoint('exportAudit', AuditFilter)
  async export({ request, body: filter }: Call<'exportAudit'>): Promise<StreamableFile> {
    await this.log.record(request, {
      action: 'audit-exported',
      details: Object.fromEntries(Object.entries(filter)),
    });
    const day = this.dependencies.clock().toISOString().slice(0, 'yyyy-mm-dd'.length);
    return csvFile(`audit-${day}`, COLUMNS, this.#rows(filter));
  }

  async *#rows(filter: AuditFilter): AsyncGenerator<string[]> {
    for await (const event of this.#events.all(criteriaOf(filter))) {
      const { id, at, actor, action, subject, address, userAgent, details } = event;
      yield [id, at.toISOString(), actor, action, subject, address, userAgent, JSON.stringify(details)];
    }
  }
}

function criteriaOf({ text, action, from, to }: AuditFilter): AuditQuestion {
  return { text: text?.trim(), action, from: dateOf(from), to: dateOf(to) };
}

function dateOf(time: string | undefined): Date | undefined {
  return time ? new Date(time) : undefined;
}

function withDevice(event: AuditRecord) {
  return { ...event, device: deviceName(event.userAgent) };
}
