import { cpus } from 'node:os';
import type { Slice } from './load.js';

/** What was measured of one size of the register. */
export interface SizeResult {
  readonly doctors: number;
  /** Rows a second that PostgreSQL itself copies: the median of three, taken between the imports. */
  readonly copy: number;
  /** The same into tables with the keys and foreign keys of the directory's own. */
  readonly keyedCopy: number;
  /** By what the import found. */
  readonly runs: Readonly<Record<string, { readonly seconds: number; readonly megabytes: number }>>;
  /** The API before an import and during one, at the size at which that was measured. */
  readonly served: readonly Slice[] | undefined;
}

/** The report, as the Markdown of docs/benchmarks-sync.md. */
export function syncReport(results: readonly SizeResult[]): string {
  const rows = results.flatMap(({ doctors, copy, keyedCopy, runs }) =>
    Object.entries(runs).map(([what, { seconds, megabytes }]) => {
      const rate = doctors / seconds;
      const cells = [doctors, what, Math.round(rate), Math.round(copy), (rate / copy).toFixed(3)];
      cells.push(Math.round(keyedCopy), (rate / keyedCopy).toFixed(2));
      return `| ${[...cells, seconds.toFixed(1), Math.round(megabytes)].join(' | ')} |`;
    }),
  );
  const served = results.flatMap(({ doctors, served: slices }) =>
    (slices ?? []).map(
      ({ rate, p50, p99 }, i) =>
        `| ${doctors} | ${i === 0 ? 'before' : 'during'} | ${Math.round(rate)} | ${p50.toFixed(1)} / ${p99.toFixed(1)} |`,
    ),
  );
  return `# Benchmarks of synchronization

Written by \`npm run bench:sync\`. Ratios are what counts: COPY is measured between the imports, on the same server.

Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}, PostgreSQL on the same machine, durable.

## A complete register

Invented registrations, four at an address, streamed from memory. "created" imports them into an empty directory,
"unchanged" reads the same again, and in "changed" every registration differs in its name, telephone, specialties and
(every other one) languages. COPY is PostgreSQL's own: the same rows as text, made beforehand, into one table with a
primary key; the import also compares, keeps what it changed, and writes five tables with their keys. "Keyed COPY" is
COPY into four tables with the keys, indexes and foreign keys of doctors and their lists. Memory is the largest of the
import process. Each size has a server of its own, and its COPY is measured there.

| doctors | import | rows/s | COPY, rows/s | ratio | keyed COPY, rows/s | ratio | s | memory, MB |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## Serving while an import runs

GET /doctors over 32 connections (wrk), with the generator, PostgreSQL, the import and the API on the same cores.

| doctors | import | answers/s | p50 / p99, ms |
| --- | --- | --- | --- |
${served.join('\n')}
`;
}
