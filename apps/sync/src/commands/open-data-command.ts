import { resolve } from 'node:path';
import type { Command } from 'commander';
import { odhf } from '../sources/odhf.js';
import { stations } from '../sources/stations.js';
import type { Source } from '../sources/source.js';
import { type CommandDependencies, type CommonOptions, databaseUrlOf } from './dependencies.js';
import { importFile } from './import-command.js';

// The same path from src and from dist.
const FOLDER = resolve(import.meta.dirname, '../../../../tools/data');

/** What is shipped and may be served, in the order of imports. Publishers and licenses: libs/data, data-sources.ts. */
const SHIPPED: readonly { readonly source: Source; readonly file: string; readonly extractedAt?: Date }[] = [
  { source: { ...stations, next: 'The health care facilities follow.' }, file: 'ttc_subway_stations.csv' },
  {
    source: { ...odhf, next: 'Doctors come with your register: docs/operate/start-a-city.md.' },
    file: 'odhf_v1.1_gta.csv',
    // The day of publication: what the places say is not newer, whenever it is imported.
    extractedAt: new Date('2020-08-07T00:00:00Z'),
  },
];

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
      const { json } = command.optsWithGlobals<CommonOptions>();
      for (const [index, { source, file, extractedAt }] of SHIPPED.entries()) {
        const settings = {
          ...options,
          databaseUrl,
          replaceSample: true,
          // A dry run of the second file finds the sample again, which the first one removes.
          hidesSample: index > 0,
          ...(extractedAt && { extractedAt }),
        };
        await importFile(source, resolve(FOLDER, file), settings, dependencies, json === true);
      }
    });
}
