import { Controller, StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import { ImportJobRepository, subjectNames, SyncHistory, type SyncRunRecord } from '@care-atlas/data/sync';
import { CursorQuery } from '#contract/fields';
import { RejectQuery, type RunChange, RunQuery } from '#contract/imports/runs';
import { Dependencies } from '../dependencies.js';
import { csvFile } from '../http/csv.js';
import { DashboardError } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';
import { shownImport } from '../imports/shown-import.js';

/** The synchronization runs with their counts, changes and rejected rows. */
@Controller()
export class RunsController {
  readonly #history: SyncHistory;
  readonly #versions: DirectoryHistoryRepository;
  readonly #jobs: ImportJobRepository;
  readonly #database: Dependencies['database'];

  constructor({ database }: Dependencies) {
    this.#database = database;
    this.#history = new SyncHistory(database);
    this.#versions = new DirectoryHistoryRepository(database);
    this.#jobs = new ImportJobRepository(database);
  }

  @Endpoint('listRuns', RunQuery)
  async list({ query: { only, limit, offset } }: Call<'listRuns'>): Promise<Answer<'listRuns'>> {
    const found = await (only === 'latest' ? this.#history.latestRuns() : this.#history.runs(limit, offset));
    const total = only === 'latest' ? found.length : await this.#history.countRuns();
    return { runs: await this.#withVersions(found), total, count: found.length };
  }

  @Endpoint('getRun')
  async get({ params }: Call<'getRun'>): Promise<Answer<'getRun'>> {
    const [run] = await this.#withVersions([await this.#find(params.id)]);
    const mended = await this.#jobs.mending({ mendsRun: params.id, mendsImport: null });
    const upload = await this.#jobs.byRun(params.id);
    return {
      ...run!,
      report: (await this.#history.report(params.id)) ?? null,
      mendings: mended.map(shownImport),
      mends: upload ? shownImport(upload).mends : null,
    };
  }

  @Endpoint('listRunChanges', CursorQuery)
  async changes({ params, query }: Call<'listRunChanges'>): Promise<Answer<'listRunChanges'>> {
    const { limit, after } = query;
    const run = await this.#find(params.id);
    const changes: RunChange[] = [];
    for await (const { position, fields, ...change } of this.#history.changes(run.id, { after })) {
      // A change beyond the limit means that there is another page.
      if (changes.length === limit)
        return { changes: await this.#named(changes), next: changes.at(-1)!.position };
      changes.push({ position, ...change, fields: fields ?? {} });
    }
    return { changes: await this.#named(changes), next: null };
  }

  @Endpoint('listRunRejects', RejectQuery)
  async rejects({
    params,
    query: { kind, limit, offset },
  }: Call<'listRunRejects'>): Promise<Answer<'listRunRejects'>> {
    const all = await this.#history.rejects((await this.#find(params.id)).id);
    const rejects = all.filter((reject) => (reject.kind === 'row') === (kind === 'row'));
    const page = rejects.slice(offset, offset + limit);
    return { rejects: page, total: rejects.length, count: page.length };
  }

  @Endpoint('downloadRunRejects')
  async downloadRejects({ params }: Call<'downloadRunRejects'>): Promise<StreamableFile> {
    const run = await this.#find(params.id);
    const name = `rejects-${run.source}-${run.id.slice(0, 8)}`;
    const file = await this.#history.rejectsFile(run.id);
    if (file) {
      const disposition = `attachment; filename="${name}.${file.format}"`;
      return new StreamableFile(file.content, { type: 'application/octet-stream', disposition });
    }
    const rejects = await this.#history.rejects(run.id);
    const rows = rejects.map(({ line, kind, column, value, reason }) => [
      `${line ?? ''}`,
      kind,
      column,
      value,
      reason,
    ]);
    return csvFile(name, ['line', 'kind', 'column', 'value', 'reason'], rows);
  }

  async #named(changes: readonly RunChange[]): Promise<Answer<'listRunChanges'>['changes']> {
    const named = changes.filter(({ record }) => record === 'doctor' || record === 'clinic');
    const names = await subjectNames(
      this.#database,
      named.map(({ key }) => key),
    );
    return changes.map((change) => ({ ...change, name: names.get(change.key) ?? '' }));
  }

  async #find(id: string): Promise<SyncRunRecord> {
    const run = isUUID(id) ? await this.#history.run(id) : undefined;
    if (!run) throw new DashboardError('not_found', { code: 'no_run' });
    return run;
  }

  async #withVersions(runs: readonly SyncRunRecord[]): Promise<Answer<'listRuns'>['runs']> {
    const versions = await this.#versions.versionsOfRuns(runs.map(({ id }) => id));
    return runs.map(({ fileHash: _hash, ...run }) => ({ ...run, version: versions.get(run.id) ?? null }));
  }
}
