import { SHIPPED_FILES } from '@care-atlas/data/sync';
import type { Command } from 'commander';
import { shippedPath } from '../sources/shipped-path.js';
import { SOURCES } from '../sources/source-table.js';
import { type CommandDependencies, databaseUrlOf, isJson } from './dependencies.js';
import { importFile } from './import-command.js';

/** What to do after the import of each file. */
const NEXT: Partial<Record<string, string>> = {
  stations: 'The health care facilities follow.',
  odhf: 'Doctors come with your register: docs/operate/start-a-city.md.',
};

/** Adds the command that imports the places that are shipped. */
export function addOpenDataCommand(program: Command, dependencies: CommandDependencies): void {
  const command = program
    .command('open-data')
    .summary('the shipped places: subway stations, hospitals and health centres')
    .description(
      'Imports the places that are shipped: the subway stations, and the hospitals, clinics and health centres of the Open ' +
        'Database of Healthcare Facilities of 2020, whose hours, telephones and acceptance of patients are not known. ' +
        'Sample data is removed.',
    )
    .option('--dry-run', 'roll each import back, and show its counts and first changes')
    .action(async (options: { readonly dryRun?: boolean }) => {
      const databaseUrl = databaseUrlOf(command, dependencies);
      for (const [index, { source: name, fileName }] of SHIPPED_FILES.entries()) {
        const source = SOURCES.find((each) => each.name === name)!;
        const settings = {
          ...options,
          databaseUrl,
          replaceSample: true,
          // A dry run of the second file finds the sample again, which the first one removes.
          hidesSample: index > 0,
        };
        const next = NEXT[name] ?? source.next;
        await importFile({ ...source, next }, shippedPath(fileName), settings, dependencies, isJson(command));
      }
    });
}
