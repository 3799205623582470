import { Controller, Inject, type StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import { SyncHistory, type SyncRunRecord } from '@care-atlas/data/sync';
import { DirectoryError } from '@care-atlas/domain/contract';
import { CursorQuery, LimitQuery, PageQuery } from '#contract/page';
import type { Run, RunChange, RunChanges, RunList, RunRejects } from '#contract/runs';
import { DEPENDENCIES, type Dependencies } from '../dependencies.js';
import { csvFile } from '../http/csv.js';
import { type Call, Endpoint } from '../http/endpoint.js';

/** The synchronization runs with their counts, changes and rejected rows. */
@Controller()
export class RunsController {
  readonly #history: SyncHistory;
  readonly #versions: DirectoryHistoryRepository;

  constructor(@Inject(DEPENDENCIES) { database }: Dependencies) {
    this.#history = new SyncHistory(database);
    this.#versions = new DirectoryHistoryRepository(database);
  }

  @Endpoint('listRuns', LimitQuery)
  async list({ query }: Call<'listRuns'>): Promise<RunList> {
    return { runs: await this.#withVersions(await this.#history.runs(query.limit)) };
  }

  @Endpoint('getRun')
  async get({ params }: Call<'getRun'>): Promise<Run> {
    const [run] = await this.#withVersions([await this.#find(params.id)]);
    return run!;
  }

  @Endpoint('listRunChanges', CursorQuery)
  async changes({ params, query: { limit, after } }: Call<'listRunChanges'>): Promise<RunChanges> {
    const run = await this.#find(params.id);
    const changes: RunChange[] = [];
    for await (const { position, fields, ...change } of this.#history.changes(run.id, { after })) {
      // A change beyond the limit means that there is another page.
      if (changes.length === limit) return { changes, next: changes.at(-1)!.position };
      changes.push({ position, ...change, fields: fields ?? {} });
    }
    return { changes, next: null };
  }

  @Endpoint('listRunRejects', PageQuery)
  async rejects({ params, query: { limit, offset } }: Call<'listRunRejects'>): Promise<RunRejects> {
    const rejects = await this.#history.rejects((await this.#find(params.id)).id);
    const page = rejects.slice(offset, offset + limit);
    return { rejects: page, total: rejects.length, count: page.length };
  }

  @Endpoint('downloadRunRejects')
  async downloadRejects({ params }: Call<'downloadRunRejects'>): Promise<StreamableFile> {
    const run = await this.#find(params.id);
    const rejects = await this.#history.rejects(run.id);
    const rows = rejects.map(({ line, column, value, reason }) => [`${line ?? ''}`, column, value, reason]);
    const name = `rejects-${run.source}-${run.id.slice(0, 8)}`;
    return csvFile(name, ['line', 'column', 'value', 'reason'], rows);
  }

  async #find(id: string): Promise<SyncRunRecord> {
    const run = isUUID(id) ? await this.#history.run(id) : undefined;
    if (!run) throw new DirectoryError('not_found', 'There is no such run.');
    return run;
  }

  async #withVersions(runs: readonly SyncRunRecord[]): Promise<Run[]> {
    const versions = await this.#versions.versionsOfRuns(runs.map(({ id }) => id));
    return runs.map(({ fileHash: _hash, startedAt, finishedAt, counts, ...run }) => ({
      ...run,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      version: versions.get(run.id) ?? null,
      counts: { ...counts },
    }));
  }
}
