import { Controller } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DatabaseScope } from '@care-atlas/data/connection';
import { type ImportJob, ImportJobRepository, type Mended, SyncHistory } from '@care-atlas/data/sync';
import {
  IMPORT_SOURCE_NAMES,
  IMPORT_SOURCES,
  type ImportSourceName,
  listOf,
  sourceKind,
} from '@care-atlas/domain/records';
import { beginning, byteLength } from '@care-atlas/domain/text';
import { LONGEST_FILE_NAME } from '#contract/fields';
import { MAX_MENDED_ROWS, NewMending } from '#contract/imports/mending';
import type { DashboardMessage } from '#contract/messages/english';
import { AuditLog } from '../audit/audit-log.js';
import { Dependencies } from '../dependencies.js';
import { DashboardError, invalidField } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint, fileOf } from '../http/endpoint.js';
import { takenId } from '../imports/arriving-uploads.js';
import { shownImport } from '../imports/shown-import.js';
import { type MendedRows, MendingFiles } from './mending-files.js';
import { parsePatch } from './parse-patch.js';
import { readRejectedRows } from './read-rejected-rows.js';
import { REJECTS_FORMATS, type RejectsFormat } from './rejected-rows.js';

/** The most that a change of rows may hold, in bytes. */
const MAX_PATCH_BYTES = 5_000_000;

/** Where rejected rows are, and how a file of them is imported. */
interface Origin {
  readonly source: ImportSourceName;
  readonly fileName: string;
  readonly settings: ImportJob['settings'];
  readonly mended: Mended;
  readonly rejects: Buffer;
}

/** Rejected rows that people mend in a grid. Mended rows are an upload like any other: checked, confirmed and imported. */
@Controller()
export class MendingController {
  readonly #jobs: ImportJobRepository;
  readonly #history: SyncHistory;
  readonly #spool: string;

  constructor(
    private readonly audit: AuditLog,
    private readonly dependencies: Dependencies,
  ) {
    this.#jobs = new ImportJobRepository(dependencies.database);
    this.#history = new SyncHistory(dependencies.database);
    this.#spool = dependencies.configuration.imports.spool;
  }

  @Endpoint('startMending', NewMending)
  async start({ request, params: { id }, body }: Call<'startMending'>): Promise<Answer<'startMending'>> {
    if (this.#spool === '') {
      throw new DashboardError('not_found', { code: 'no_uploads' });
    }
    if (!isUUID(id)) throw invalidField('id', { code: 'no_uuid' });
    const known = await this.#jobs.byId(id);
    if (known) return shownImport(known);
    const origin = await this.#originOf(body);
    const { source, mended, settings } = origin;
    if (IMPORT_SOURCES[source].isAlwaysComplete) {
      throw refused({ code: 'source_is_complete' });
    }
    const format = formatOf(origin.rejects);
    const { rows } = readRejectedRows(format, origin.rejects.toString());
    if (rows.length > MAX_MENDED_ROWS) {
      const params = { rows: rows.length, limit: MAX_MENDED_ROWS };
      throw refused({ code: 'too_many_rows', params });
    }
    const files = new MendingFiles(this.#spool, id, format);
    const fileName = mendedName(origin.fileName, format);
    const job = { id, source, fileName, bytes: 0, fileHash: '', settings, ...mended };
    const by = { uploadedBy: request.liveSession.name, uploadedAt: this.dependencies.clock() };
    const draft = await this.audit.change(
      request,
      'mending-started',
      async (transaction) => {
        const begun = await new ImportJobRepository(transaction).addDraft({ ...job, ...by });
        if (!begun) throw takenId();
        // The row comes first: only whoever has it writes to the folder.
        if (begun.isNew) await files.begin(origin.rejects);
        return begun.id;
      },
      (begun) => ({ subject: fileName, details: { id: begun, source, ...mended } }),
    );
    return shownImport((await this.#jobs.byId(draft))!);
  }

  @Endpoint('getMending')
  async get({ params }: Call<'getMending'>): Promise<Answer<'getMending'>> {
    const job = await this.#find(params.id);
    const rows = await this.#files(job).read();
    return {
      id: job.id,
      columns: rows.columns,
      rows: rows.rows.map((_, position) => shownRow(rows, position)),
      isChecked: rows.found !== undefined,
    };
  }

  @Endpoint('saveMending')
  async save({ request, params }: Call<'saveMending'>): Promise<Answer<'saveMending'>> {
    const job = await this.#find(params.id);
    const changes = parsePatch(await received(fileOf(request)), await this.#files(job).read());
    await this.dependencies.database.transaction(async (transaction) => {
      await requireDraft(transaction, job);
      await this.#files(job).change(changes);
    });
    return { saved: Object.keys(changes.rows).length };
  }

  @Endpoint('checkMending')
  async check({ request, params }: Call<'checkMending'>): Promise<Answer<'checkMending'>> {
    const job = await this.#find(params.id);
    await this.audit.change(
      request,
      'import-uploaded',
      async (transaction) => {
        await requireDraft(transaction, job);
        requireUnmasked(await this.#files(job).read());
        const file = await this.#files(job).submit(job.fileName);
        if (!file) throw refused({ code: 'every_row_skipped' });
        const by = { uploadedBy: request.liveSession.name, uploadedAt: this.dependencies.clock() };
        await new ImportJobRepository(transaction).submitDraft(job.id, { ...file, ...by });
        return file;
      },
      ({ bytes, fileHash }) => ({
        subject: job.fileName,
        details: { id: job.id, source: job.source, bytes, fileHash, ...mendedOf(job) },
      }),
    );
    return shownImport(await this.#find(job.id));
  }

  @Endpoint('reopenMending')
  async reopen({ request, params }: Call<'reopenMending'>): Promise<Answer<'reopenMending'>> {
    const { id, fileName: subject } = await this.#find(params.id);
    await this.audit.change(
      request,
      'mending-reopened',
      async (transaction) => {
        if (await new ImportJobRepository(transaction).reopenDraft(id)) return;
        throw refused({ code: 'mending_ended' });
      },
      () => ({ subject, details: { id } }),
    );
    return shownImport(await this.#find(id));
  }

  async #find(id: string): Promise<ImportJob> {
    const job = isUUID(id) ? await this.#jobs.byId(id) : undefined;
    if (!job || !(job.mendsRun ?? job.mendsImport)) {
      throw new DashboardError('not_found', { code: 'no_mending' });
    }
    return job;
  }

  #files({ id, fileName }: ImportJob): MendingFiles {
    return new MendingFiles(this.#spool, id, extname(fileName).slice(1) as RejectsFormat);
  }

  #originOf({ run, import: upload }: NewMending): Promise<Origin> {
    if (run !== undefined) return this.#runOf(run);
    if (upload !== undefined) return this.#uploadOf(upload);
    throw invalidField('run', { code: 'no_origin' });
  }

  async #uploadOf(id: string): Promise<Origin> {
    const job = await this.#jobs.byId(id);
    const rejects = job && (await readFile(join(this.#spool, id, 'rejects')).catch(() => undefined));
    if (!job || !rejects) throw new DashboardError('not_found', { code: 'no_rejects' });
    const mended = { mendsRun: job.runId, mendsImport: id };
    return { source: job.source, fileName: job.fileName, settings: partial(job), mended, rejects };
  }

  async #runOf(id: string): Promise<Origin> {
    const run = await this.#history.run(id);
    const source = run && IMPORT_SOURCE_NAMES.find((name) => name === sourceKind(run.source));
    const list = run && listOf(run.source);
    const file = run && source && (await this.#history.rejectsFile(run.id));
    if (!file) throw new DashboardError('not_found', { code: 'no_kept_rejects' });
    const upload = await this.#jobs.byRun(id);
    const extractedAt = IMPORT_SOURCES[source].canBeComplete
      ? await this.#history.extractedAt(id)
      : undefined;
    return {
      source,
      fileName: run.fileName ?? source,
      settings: {
        complete: false,
        ...(list !== undefined && { list }),
        ...(file.map && { map: file.map.name, mapText: file.map.text }),
        ...(upload && partial(upload)),
        // Mended rows say what their file said: newer extracts win.
        ...(extractedAt && { extractedAt: extractedAt.toISOString() }),
      },
      mended: { mendsRun: run.id, mendsImport: upload?.id ?? null },
      rejects: file.content,
    };
  }
}

/** Names a file of mended rows after the one that had them, within what a file system takes. */
function mendedName(name: string, format: RejectsFormat): string {
  const end = `.mended.${format}`;
  return `${beginning(name.replace(/(\.\w+){1,2}$/, ''), LONGEST_FILE_NAME - byteLength(end))}${end}`;
}

/** Returns the settings of a file for some of its rows. Rejects files are UTF-8; what was stated of the source is stored. */
function partial({ settings }: ImportJob): ImportJob['settings'] {
  const { encoding: _encoding, confirms: _confirms, shipped: _shipped, ...others } = settings;
  return { ...others, complete: false };
}

function mendedOf({ mendsRun, mendsImport }: Mended): Mended {
  return { mendsRun, mendsImport };
}

async function requireDraft(transaction: DatabaseScope, { id }: ImportJob): Promise<void> {
  if (await new ImportJobRepository(transaction).lockDraft(id)) return;
  throw refused({ code: 'rows_submitted' });
}

/** The column whose text may be imported with masked digits, because the rest of it counts. */
const TEXT = 'text';

/** @throws DirectoryError `missing_param` while a value would be imported that is masked, such as a name */
function requireUnmasked({ rows, columns, draft, cellsOf }: MendedRows): void {
  for (const [position, { cells, marks, line }] of rows.entries()) {
    if (draft.skipped[position]) continue;
    const masked = marks.find(
      (at) => columns[at] !== TEXT && cells[at]!.includes('***') && cellsOf(position)[at] === cells[at],
    );
    if (masked === undefined) continue;
    const params = { row: line ?? position + 1, column: columns[masked]! };
    throw refused({ code: 'masked_number', params });
  }
}

function shownRow(mended: MendedRows, position: number): Answer<'getMending'>['rows'][number] {
  const { rows, draft, found, baseOf, cellsOf } = mended;
  const origin = rows[position]!;
  const isChecked = draft.checked?.some(([checked]) => checked === position) ?? false;
  const fault = isChecked ? found?.get(position) : origin;
  return {
    line: origin.line,
    kind: fault?.kind ?? null,
    reason: fault?.reason ?? '',
    faults: fault?.faults ?? [],
    marks: fault?.marks ?? [],
    base: baseOf(position),
    cells: cellsOf(position),
    isSkipped: draft.skipped[position] === true,
  };
}

async function received(content: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_PATCH_BYTES) throw new DashboardError('too_large', { code: 'too_many_changes' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Rejects files begin with what their format begins with. */
function formatOf(rejects: Buffer): RejectsFormat {
  const start = rejects.subarray(0, 200).toString().trimStart();
  const [csv, ndjson, geojson] = REJECTS_FORMATS;
  if (!start.startsWith('{')) return csv;
  return start.startsWith('{"type":"FeatureCollection"') ? geojson : ndjson;
}

function refused(message: DashboardMessage): DashboardError {
  return invalidField('id', message);
}
