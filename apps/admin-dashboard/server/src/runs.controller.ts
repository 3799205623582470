import { Readable } from 'node:stream';
import { Controller, Get, Header, Inject, Param, Query, StreamableFile } from '@nestjs/common';
import type { Database } from '@care-atlas/data/connection';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import { SyncHistory, type SyncReject, type SyncRunRecord } from '@care-atlas/data/sync';
import { DirectoryError } from '@care-atlas/domain/contract';
import type { Run, RunChange, RunChanges, RunList, RunRejects } from '../../contract/run.js';
import { ChangeParameters, PageParameters, RunParameters } from './body.js';
import { csvLine } from './csv.js';
import { SURROUNDINGS, type Surroundings } from './surroundings.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The synchronization runs: what they counted, changed and could not use. */
@Controller('api/runs')
export class RunsController {
  readonly #database: Database;
  readonly #history: SyncHistory;

  constructor(@Inject(SURROUNDINGS) { database }: Surroundings) {
    this.#database = database;
    this.#history = new SyncHistory(database.pool);
  }

  @Get()
  async list(@Query() { limit }: RunParameters): Promise<RunList> {
    return { runs: await this.#shown(await this.#history.runs(limit)) };
  }

  @Get(':id')
  async run(@Param('id') id: string): Promise<Run> {
    const [run] = await this.#shown([await this.#known(id)]);
    return run!;
  }

  @Get(':id/changes')
  async changes(@Param('id') id: string, @Query() { limit, after }: ChangeParameters): Promise<RunChanges> {
    const run = await this.#known(id);
    const changes: RunChange[] = [];
    for await (const { position, fields, ...change } of this.#history.changes(run.id, { after })) {
      // One more than is shown tells that there are more.
      if (changes.length === limit) return { changes, next: changes.at(-1)!.position };
      changes.push({ position, ...change, fields: fields ?? {} });
    }
    return { changes, next: null };
  }

  @Get(':id/rejects')
  async rejects(@Param('id') id: string, @Query() { limit, offset }: PageParameters): Promise<RunRejects> {
    const rejects = await this.#history.rejects((await this.#known(id)).id);
    const page = rejects.slice(offset, offset + limit);
    return { rejects: page, total: rejects.length, count: page.length };
  }

  @Get(':id/rejects.csv')
  @Header('content-type', 'text/csv; charset=utf-8')
  async rejectsFile(@Param('id') id: string): Promise<StreamableFile> {
    const run = await this.#known(id);
    const rejects = await this.#history.rejects(run.id);
    return new StreamableFile(Readable.from(csvOf(rejects)), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="rejects-${run.source}-${run.id.slice(0, 8)}.csv"`,
    });
  }

  async #known(id: string): Promise<SyncRunRecord> {
    const run = UUID.test(id) ? await this.#history.run(id) : undefined;
    if (!run) throw new DirectoryError('not_found', 'There is no such run.');
    return run;
  }

  async #shown(runs: readonly SyncRunRecord[]): Promise<Run[]> {
    const ids = runs.map(({ id }) => id);
    const versions = await new DirectoryHistoryRepository(this.#database).versionsOfRuns(ids);
    return runs.map(({ fileHash: _hash, startedAt, finishedAt, counts, ...run }) => ({
      ...run,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      version: versions.get(run.id) ?? null,
      counts: { ...counts },
    }));
  }
}

function* csvOf(rejects: readonly SyncReject[]): Generator<string> {
  yield csvLine(['line', 'column', 'value', 'reason']);
  for (const { line, column, value, reason } of rejects) {
    yield csvLine([line === null ? '' : String(line), column, value, reason]);
  }
}
