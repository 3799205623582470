import { migrate } from '@care-atlas/data/connection';
import { loadDataset } from '@care-atlas/data/directory';
import type { ClinicRecord, DoctorRecord, SpecialtyServiceRecord } from '@care-atlas/domain/records';
import { compareText } from '@care-atlas/domain/text';
import type { Command } from 'commander';
import { PackageBuilder } from '../hsds/export-package.js';
import { writePackage } from '../hsds/write-package.js';
import { type CommandDependencies, type CommonOptions, databaseUrlOf } from './dependencies.js';

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
      const databaseUrl = databaseUrlOf(command, dependencies);
      await migrate(databaseUrl);
      const { clinics, services, languages, about } = await loadDataset(databaseUrl, (version) => ({
        ...newListing(),
        about: version,
      }));
      const builder = new PackageBuilder();
      for (const clinic of clinics)
        builder.addClinic(clinic, [...(languages.get(clinic.id) ?? [])].toSorted(compareText));
      for (const service of services) builder.addService(service);
      await writePackage(target, builder.files(), about.syncedAt);
      const sample = clinics.filter(({ origin }) => origin === 'sample').length;
      const counts = { clinics: clinics.length, sample, services: services.length };
      const { json } = command.optsWithGlobals<CommonOptions>();
      const marked = sample > 0 ? ` ${sample} clinics are marked as sample data.` : '';
      const text = `Exported ${counts.clinics} clinics and ${counts.services} services to ${target}.${marked}`;
      const result = { format: 'hsds', target, version: about.version, ...counts };
      dependencies.output.write(`${json ? JSON.stringify(result) : text}\n`);
    });
}

/** Collects what a package holds. */
function newListing() {
  const clinics: ClinicRecord[] = [];
  const services: SpecialtyServiceRecord[] = [];
  const languages = new Map<string, Set<string>>();
  return {
    clinics,
    services,
    languages,
    addClinic: (clinic: ClinicRecord) => void clinics.push(clinic),
    addService: (service: SpecialtyServiceRecord) => void services.push(service),
    addDoctor: (doctor: DoctorRecord) => {
      if (doctor.expiredAt !== null) return;
      for (const id of doctor.clinicIds) {
        const spoken = languages.get(id) ?? new Set();
        languages.set(id, spoken);
        for (const language of doctor.languages) spoken.add(language);
      }
    },
    addClosedClinic: () => undefined,
    addMergedClinic: () => undefined,
    addReview: () => undefined,
  };
}
