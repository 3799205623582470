import { loadDataset } from '@care-atlas/data/directory';
import type { Command } from 'commander';
import { PackageBuilder } from '../hsds/export-package.js';
import { writePackage } from '../hsds/write-package.js';
import { type CommandDependencies, migratedUrl, reply } from './dependencies.js';

/** Adds the commands that write the directory in a published format. */
export function addExportCommand(program: Command, dependencies: CommandDependencies): void {
  program
    .command('export')
    .summary('write the clinics of the directory as a package')
    .description('Writes the clinics of the directory in a published format.')
    .command('hsds')
    .summary('write an HSDS 3.0 package')
    .description(
      'Writes clinics with their services, languages, schedules and accessibility as a tabular data package of HSDS 3.0 (Open Referral). It has no doctors.',
    )
    .argument('<TARGET>', 'new or empty folder, or new FILE.zip; nothing is ever replaced')
    .action(async (target: string, _options: object, command: Command) => {
      const databaseUrl = await migratedUrl(command, dependencies);
      const builder = await loadDataset(databaseUrl, (about) => new PackageBuilder(about));
      const { about, counts } = builder;
      await writePackage(target, builder.files(), about.syncedAt);
      const marked = counts.sample > 0 ? ` ${counts.sample} clinics are marked as sample data.` : '';
      const text = `Exported ${counts.clinics} clinics and ${counts.services} services to ${target}.${marked}`;
      const result = { format: 'hsds', target, version: about.version, ...counts };
      reply(command, dependencies, result, text);
    });
}
