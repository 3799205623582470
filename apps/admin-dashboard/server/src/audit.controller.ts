import { Readable } from 'node:stream';
import { Body, Controller, Get, HttpCode, Inject, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { type AuditQuestion, type AuditRecord, AuditRepository } from '@care-atlas/data/administration';
import type { AuditList } from '../../contract/audit.js';
import { record } from './audit-trail.js';
import { AuditFilter, AuditParameters } from './body.js';
import { csvLine } from './csv.js';
import { deviceName } from './device.js';
import { SURROUNDINGS, type Surroundings } from './surroundings.js';
import type { AdministratorRequest } from './visitor.js';

/** Who did what, when and from where. */
@Controller('api/audit')
export class AuditController {
  readonly #audit: AuditRepository;

  constructor(@Inject(SURROUNDINGS) private readonly surroundings: Surroundings) {
    this.#audit = new AuditRepository(surroundings.database);
  }

  @Get()
  async search(@Query() parameters: AuditParameters): Promise<AuditList> {
    const { events, total } = await this.#audit.search(questionOf(parameters), parameters);
    const shown = events.map(({ at, ...event }) => ({
      ...event,
      at: at.toISOString(),
      device: event.userAgent === '' ? '' : deviceName(event.userAgent),
    }));
    return { events: shown, total, count: events.length };
  }

  /** A POST, because it leaves a trace: the export itself is recorded, before anything goes out. */
  @Post('export')
  @HttpCode(200)
  async export(@Req() request: AdministratorRequest, @Body() filter: AuditFilter): Promise<StreamableFile> {
    const { database, clock } = this.surroundings;
    const at = clock();
    const deed = {
      actor: request.visitor.name,
      action: 'audit-exported',
      at,
      details: Object.fromEntries(Object.entries(filter)),
    } as const;
    await record(database, request, deed);
    const day = at.toISOString().slice(0, 'yyyy-mm-dd'.length);
    return new StreamableFile(Readable.from(csvOf(this.#audit.all(questionOf(filter)))), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="audit-${day}.csv"`,
    });
  }
}

function questionOf({ text, action, from, to }: AuditFilter): AuditQuestion {
  return {
    text: text?.trim(),
    action,
    from: from ? new Date(from) : undefined,
    to: to ? new Date(to) : undefined,
  };
}

async function* csvOf(events: AsyncIterable<AuditRecord>): AsyncGenerator<string> {
  yield csvLine(['id', 'at', 'actor', 'action', 'subject', 'address', 'user agent', 'details']);
  for await (const { id, at, actor, action, subject, address, userAgent, details } of events) {
    yield csvLine([
      id,
      at.toISOString(),
      actor,
      action,
      subject,
      address,
      userAgent,
      JSON.stringify(details),
    ]);
  }
}
