import { migrate } from '@care-atlas/data/connection';
import { type ExportPlace, exportStore, type Published, publishExport } from '@care-atlas/data/exports';
import type { Command } from 'commander';
import { type CommandDependencies, databaseUrlOf, reply } from './dependencies.js';
import { errorText } from '../run/error-text.js';
import { Progress } from '../run/progress.js';

/** Adds the command that writes the files of GET /exports. */
export function addPublishCommand(program: Command, dependencies: CommandDependencies): void {
  program
    .command('publish')
    .summary('write the files of GET /exports')
    .description(
      'Writes the directory of the newest dataset version as files for GET /exports, unless they are there, and removes all but the three newest exports. Each import and each correction does so too where EXPORT_DIR or EXPORT_BUCKET_URL is set.',
    )
    .option(
      '--export-dir <FOLDER>',
      'folder of the exports, the same as that of the API (default: EXPORT_DIR, or the bucket EXPORT_BUCKET_URL)',
    )
    .action(async ({ exportDir }: { exportDir?: string }, command: Command) => {
      const databaseUrl = databaseUrlOf(command, dependencies);
      const place = exportDir ? { folder: exportDir } : dependencies.exports;
      if (!hasPlace(place))
        return command.error(
          'error: no folder is given: set --export-dir or the environment variable EXPORT_DIR.',
        );
      await migrate(databaseUrl);
      const published = await publishTo(place, databaseUrl, dependencies);
      const { datasetVersion, files } = published.export;
      const text = published.isNew
        ? `Published version ${datasetVersion} as ${files.length} files.`
        : `Version ${datasetVersion} was published before.`;
      reply(command, dependencies, published, text);
    });
}

/**
 * Publishes what a run wrote, where a folder for it is set. A failure changes nothing about the run: it is reported, and the
 * next run, the worker or `publish` does it.
 * @param done what the run did, as the beginning of a sentence
 * @returns whether the newest version is published, or nothing is to be
 */
export async function publishAfterRun(
  databaseUrl: string,
  dependencies: CommandDependencies,
  done: string,
): Promise<boolean> {
  const { exports: place, errorOutput } = dependencies;
  if (!hasPlace(place)) return true;
  try {
    await publishTo(place, databaseUrl, dependencies);
    return true;
  } catch (error) {
    errorOutput.write(
      `${done}, but its export could not be written: ${errorText(error)}\nRun \`publish\` to try again.\n`,
    );
    return false;
  }
}

function hasPlace(place: ExportPlace | undefined): place is ExportPlace {
  return place?.bucket !== undefined || (place?.folder ?? '') !== '';
}

async function publishTo(
  place: ExportPlace,
  databaseUrl: string,
  { clock, evidenceDays, signal, errorOutput }: CommandDependencies,
): Promise<Published> {
  const onWait = () => errorOutput.write('Another process publishes: waiting for its end.\n');
  const progress = new Progress(errorOutput, clock);
  const onProgress = (step: string) => progress.step(step);
  const options = { now: clock(), evidenceDays, signal, onWait, onProgress };
  return publishExport(databaseUrl, exportStore(place), options).finally(() => progress.end());
}
