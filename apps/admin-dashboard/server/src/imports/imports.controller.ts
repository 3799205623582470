import { Controller, StreamableFile } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { isDeepStrictEqual } from 'node:util';
import { type ImportJob, ImportJobRepository, OpenDataJobs } from '@care-atlas/data/sync';
import { includesRole } from '@care-atlas/domain/access';
import { IMPORT_SOURCES } from '@care-atlas/domain/records';
import { LimitQuery } from '#contract/fields';
import { ImportConfirmation, type ImportFigures, ImportUpload } from '#contract/imports/imports';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { DashboardError, invalidField } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint, fileOf, type SessionRequest } from '../http/endpoint.js';
import { ArrivingUploads } from './arriving-uploads.js';
import { shownImport } from './shown-import.js';
import { fileNameOf, Spool } from './spool.js';

/** The counts of a summary in display order, with those that are shown although they are zero. */
const ALWAYS = ['rows', 'created', 'updated', 'unchanged', 'rejected'];
const COUNTS = [
  ...ALWAYS,
  'noted',
  'expired',
  'unexpired',
  'opened',
  'closed',
  'reopened',
  'kept',
  'waiting',
  'matched',
];

/** What the worker stores of a check or an import. */
type Summary = Omit<ImportFigures, 'counts' | 'rejects'> & {
  readonly rejections: ImportFigures['rejects'];
  readonly fieldNotes: ImportFigures['rejects'];
} & Readonly<Record<string, unknown>>;

/**
 * Takes files to be imported, and the word of a person who has seen what they would do. The dashboard imports nothing
 * itself: the worker does, with its own rights.
 */
@Controller()
export class ImportsController {
  readonly #jobs: ImportJobRepository;
  readonly #spool: Spool;
  readonly #arriving: ArrivingUploads;

  constructor(
    private readonly audit: AuditLog,
    private readonly dependencies: Dependencies,
  ) {
    const { spool, maxBytes } = dependencies.configuration.imports;
    this.#jobs = new ImportJobRepository(dependencies.database);
    this.#spool = new Spool(spool, maxBytes);
    this.#arriving = new ArrivingUploads(dependencies.database, this.#spool, dependencies.clock);
  }

  @Endpoint('listImports', LimitQuery)
  async list({ query }: Call<'listImports'>): Promise<Answer<'listImports'>> {
    const { spool, maxBytes, needsSecondPerson } = this.dependencies.configuration.imports;
    const imports = (await this.#jobs.list(query.limit)).map(shownImport);
    return { maxBytes: spool === '' ? null : maxBytes, needsSecondPerson, imports };
  }

  @Endpoint('uploadImport', ImportUpload)
  async upload({ request, params: { id }, query }: Call<'uploadImport'>): Promise<Answer<'uploadImport'>> {
    if (this.dependencies.configuration.imports.spool === '') {
      throw new DashboardError('not_found', { code: 'no_uploads' });
    }
    if (!isUUID(id)) throw invalidField('id', { code: 'no_uuid' });
    const { source, fileName: name, complete, confirms, ...more } = query;
    if (confirms === 'true' && IMPORT_SOURCES[source].mayConfirm === 'complete' && complete !== 'true') {
      throw invalidField('confirms', { code: 'incomplete_file_confirms' });
    }
    const fileName = fileNameOf(name);
    const settings = {
      complete: complete === 'true',
      ...(confirms && { confirms: confirms === 'true' }),
      ...given(more),
    };
    const job = { id, source, fileName, settings, uploadedBy: request.liveSession.name };
    const length = Number(request.headers['content-length']);
    await this.#arriving.take(job, fileOf(request), length, ({ bytes, hash: fileHash }, completeJob) =>
      this.audit.change(request, 'import-uploaded', completeJob, () => ({
        subject: fileName,
        details: { id, source, bytes, fileHash },
      })),
    );
    return shownImport((await this.#jobs.byId(id))!);
  }

  @Endpoint('importOpenData')
  async openData({ request }: Call<'importOpenData'>): Promise<Answer<'importOpenData'>> {
    const { spool, needsSecondPerson } = this.dependencies.configuration.imports;
    // Where there is no folder of uploads, no worker takes jobs.
    if (spool === '') throw new DashboardError('not_found', { code: 'no_uploads' });
    const start = { by: request.liveSession.name, at: this.dependencies.clock(), needsSecondPerson };
    const ids = await this.audit.change(
      request,
      'open-data-started',
      async (transaction) => {
        const started = await new OpenDataJobs(transaction).start(start);
        if (started === 'real') throw invalidField('places', { code: 'real_places' });
        if (started === 'running') throw invalidField('places', { code: 'open_data_runs' });
        return started;
      },
      (imports) => ({ details: { imports } }),
    );
    const imports = await Promise.all(ids.map((id) => this.#find(id)));
    return { imports: imports.map(shownImport) };
  }

  @Endpoint('getImport')
  async get({ request, params }: Call<'getImport'>): Promise<Answer<'getImport'>> {
    return this.#details(await this.#find(params.id), request);
  }

  @Endpoint('downloadImportRejects')
  async rejects({ params }: Call<'downloadImportRejects'>): Promise<StreamableFile> {
    const { id, fileName } = await this.#find(params.id);
    const file = await this.#spool.rejects(id);
    if (!file) throw new DashboardError('not_found', { code: 'no_rejects' });
    const name = fileName.replaceAll(/[^\w.-]/g, '_');
    const disposition = `attachment; filename="rejects-${name}"`;
    return new StreamableFile(file, { type: 'application/octet-stream', disposition });
  }

  @Endpoint('confirmImport', ImportConfirmation)
  async confirm({ request, params, body }: Call<'confirmImport'>): Promise<Answer<'confirmImport'>> {
    const job = await this.#find(params.id);
    const { name } = request.liveSession;
    if (this.#needsAnother(job, request)) {
      throw new DashboardError('forbidden', { code: 'own_upload' });
    }
    if (!confirmsAll(job, body)) throw changedMeanwhile();
    await this.audit.change(
      request,
      'import-confirmed',
      async (transaction) => {
        const isConfirmed = await new ImportJobRepository(transaction).confirm(
          job.id,
          name,
          body.version,
          body.fileHash,
        );
        if (!isConfirmed) throw changedMeanwhile();
      },
      () => ({
        subject: job.fileName,
        details: {
          id: job.id,
          source: job.source,
          uploadedBy: job.uploadedBy,
          guard: job.guard?.reasons ?? [],
        },
      }),
    );
    return this.#details(await this.#find(job.id), request);
  }

  @Endpoint('cancelImport')
  async cancel({ request, params }: Call<'cancelImport'>): Promise<Answer<'cancelImport'>> {
    const { id, fileName: subject } = await this.#find(params.id);
    await this.audit.change(
      request,
      'import-canceled',
      async (transaction) => {
        const repository = new ImportJobRepository(transaction);
        if (await repository.cancel(id, this.dependencies.clock())) return;
        throw invalidField('id', { code: 'import_ended' });
      },
      () => ({ subject, details: { id } }),
    );
    await this.#spool.remove(id);
    return this.#details(await this.#find(id), request);
  }

  @Endpoint('recheckImport')
  async recheck({ request, params }: Call<'recheckImport'>): Promise<Answer<'recheckImport'>> {
    const { id, fileName: subject } = await this.#find(params.id);
    await this.audit.change(
      request,
      'import-rechecked',
      async (transaction) => {
        if (await new ImportJobRepository(transaction).unpark(id)) return;
        throw invalidField('id', { code: 'not_set_aside' });
      },
      () => ({ subject, details: { id } }),
    );
    return this.#details(await this.#find(id), request);
  }

  async #find(id: string): Promise<ImportJob> {
    const job = isUUID(id) ? await this.#jobs.byId(id) : undefined;
    if (!job) throw new DashboardError('not_found', { code: 'no_import' });
    return job;
  }

  #needsAnother({ uploadedBy }: ImportJob, { liveSession }: SessionRequest): boolean {
    const { needsSecondPerson } = this.dependencies.configuration.imports;
    return needsSecondPerson && uploadedBy === liveSession.name;
  }

  async #details(job: ImportJob, request: SessionRequest): Promise<Answer<'getImport'>> {
    const { fileHash, settings: stated, progress, guard, summary, runId, version } = job;
    const { mapText: _, ...settings } = stated;
    const isOperator = includesRole(request.liveSession.role, 'operator');
    return {
      ...shownImport(job),
      fileHash,
      settings,
      progress,
      guard,
      summary: summary && figuresOf(summary as Summary),
      runId,
      version,
      hasRejects: await this.#spool.hasRejects(job.id),
      mendings: (await this.#jobs.mending({ mendsRun: runId, mendsImport: job.id })).map(shownImport),
      mayConfirm: job.state === 'review' && isOperator && !this.#needsAnother(job, request),
    };
  }
}

function figuresOf(summary: Summary): ImportFigures {
  const { leftOut, unknownColumns, notice, differences, changed, rejections, fieldNotes, removedSample } =
    summary;
  const counts = COUNTS.filter((name) => ALWAYS.includes(name) || Number(summary[name]) > 0);
  return {
    counts: Object.fromEntries(counts.map((name) => [name, Number(summary[name])])),
    leftOut,
    unknownColumns,
    notice,
    differences: differences
      .map((change) => ({ ...change, name: change.name ?? '', fields: change.fields ?? {} }))
      .toSorted((a, b) => Number(takesAway(b)) - Number(takesAway(a))),
    changed: changed ?? null,
    removedSample: removedSample ?? null,
    rejects: [...rejections, ...fieldNotes],
  };
}

/** Whether a change takes a record out of the lists. */
function takesAway({ change }: ImportFigures['differences'][number]): boolean {
  return change === 'closed' || change === 'expired' || change === 'merged';
}

/** Whether a person confirmed exactly what the check found. */
function confirmsAll({ guard }: ImportJob, confirmed: ImportConfirmation): boolean {
  const { expiry, changes = [], rejects = false, replacesSample = false } = guard ?? {};
  return (
    confirmed.expiry === expiry &&
    isDeepStrictEqual(new Set(confirmed.changes), new Set(changes)) &&
    confirmed.rejects === rejects &&
    confirmed.replacesSample === replacesSample
  );
}

function given<Settings extends object>(
  settings: Settings,
): { [Name in keyof Settings]?: NonNullable<Settings[Name]> } {
  const set = Object.entries(settings).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(set) as ReturnType<typeof given<Settings>>;
}

function changedMeanwhile(): DashboardError {
  return invalidField('version', { code: 'import_changed' });
}
