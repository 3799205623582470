import {
  CHANGE_OPS,
  CHANGE_TYPES,
  type ChangeOp,
  type ChangeType,
  OPENING_OPS,
  type OpeningOp,
} from '../records/change.js';
import { count, flag, text, texts } from '../schema/field-schema.js';
import { Count, List, sentWithout, Text } from '../schema/query-field.js';
import { type Described, Field, growingEnum, RecordField, RecordList, Without } from '../schema/schema.js';
import { OpeningHours } from './answers/availability.js';
import { ExportedAvailability, ExportedServiceAvailability } from './answers/exported-availability.js';
import { ClinicDetail, type ClinicItem, SpecialistItem } from './answers/clinic-answer.js';
import { BookingMethod, DoctorItem, RegistrationFacts } from './answers/doctor-answer.js';
import { type Interpretation, Interpreted } from './answers/interpretation.js';
import { SpecialHours } from './answers/special-hours.js';
import { Warnings } from './answers/warnings.js';
import { Query } from './queries/page-query.js';

/** Members that depend on the clock or on a request. */
const OF_REQUESTS = [
  'distanceMeters',
  'lat',
  'lng',
  'phone',
  'website',
  'openingHours',
  'specialHours',
  'availability',
  'notes',
  'links',
  'address',
] as const;
const DOCTOR_OMITTED = ['yearsOfPractice', 'dataFreshness', 'registration', ...OF_REQUESTS] as const;
/** It depends on the configuration of a service. */
const REGISTRATION_OMITTED = ['url'] as const;
const CLINIC_OMITTED = [
  'acceptingNewPatients',
  'doctors',
  'distanceMeters',
  'availability',
  'openingHours',
  'specialHours',
] as const;

/** Returns a class as one whose instances lack some members; `Without` leaves them out of the schema. */
function lacking<T extends object, Name extends string>(described: Described<T>, _names: readonly Name[]) {
  return described as Described as Described<Omit<T, Name>>;
}

/** What the register says of a registration, in an export and in the feed of changes. */
@Without(...REGISTRATION_OMITTED)
export class ExportedRegistration extends lacking(RegistrationFacts, REGISTRATION_OMITTED) {}

/** A doctor in an export, and in the feed of changes. */
@Without(...DOCTOR_OMITTED)
export class ExportedDoctor extends lacking(DoctorItem, DOCTOR_OMITTED) {
  @Field(flag('A referral is required.')) readonly referralRequired: boolean;
  @RecordField(() => BookingMethod, 'How an appointment is made.') readonly bookingMethod: BookingMethod;
  @Field(texts('Identifiers of the open clinics where the doctor practises, the primary one first.'))
  readonly clinicIds: readonly string[];
  @Field(text('Calendar day from which the years of practice count.', { format: 'date' }))
  readonly practisingSince: string;
  @Field({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When the register last confirmed the record, UTC; null if it never did.',
  })
  readonly confirmedAt: string | null;
  @RecordField(
    () => ExportedRegistration,
    'The class and the restrictions of the registration, as the register says. A later asOf alone is no change.',
  )
  readonly registration: ExportedRegistration;
}

/** A clinic in an export, and in the feed of changes. */
@Without(...CLINIC_OMITTED)
export class ExportedClinic extends lacking(ClinicDetail, CLINIC_OMITTED) {
  @Field(flag('Best effort: whether the clinic accepted new patients when last observed.'))
  readonly accepting: boolean;
  @Field(texts('Languages of the listed doctors of the clinic.')) readonly languages: readonly string[];
  @Field(texts('Specialties of the listed doctors of the clinic.')) readonly specialties: readonly string[];
  @RecordList(() => OpeningHours, 'When the clinic is open, in the order of the week; null if not known.', {
    nullable: true,
  })
  readonly openingHours: readonly OpeningHours[] | null;
  @RecordList(
    () => SpecialHours,
    'The days on which those hours do not count; absent if the source names none.',
    {
      optional: true,
    },
  )
  readonly specialHours?: readonly SpecialHours[];
  @RecordField(() => ExportedAvailability, 'What is known about the clinic, since when, how and until when.')
  readonly availability: ExportedAvailability;
}

const SERVICE_OMITTED = [...OF_REQUESTS, 'serviceAvailability'] as const;

/** A specialty service in an export, and in the feed of changes. */
@Without(...SERVICE_OMITTED)
export class ExportedService extends lacking(SpecialistItem, SERVICE_OMITTED) {
  @RecordField(() => ExportedServiceAvailability, 'What is known about the service itself.')
  readonly serviceAvailability: ExportedServiceAvailability;
}

/** One record of an export, by its kind. */
export interface ExportedRecords {
  readonly doctor: ExportedDoctor;
  readonly clinic: ExportedClinic;
  readonly service: ExportedService;
}

/** A change of a record. */
export class Change {
  @Field(count('Number of the change; a later change has a higher one.', 1)) readonly seq: number;
  @Field(growingEnum('Kind of the record.', CHANGE_TYPES)) readonly type: ChangeType;
  @Field(
    text(
      'What identifies the record: the registration number of a doctor, the id of a clinic; of a service the id of the clinic, a space and the specialty.',
      { examples: ['900001'] },
    ),
  )
  readonly id: string;
  @Field(
    growingEnum(
      'What happened: expired (of a doctor), closed and merged (of a clinic for which another answers from then on, and of its services) remove the record from the lists; restored and reopened list it again. removed: the directory no longer shows the record, and does not say why; delete your copy. With list: entered, left, or changed in it.',
      [...CHANGE_OPS, ...OPENING_OPS],
    ),
  )
  readonly op: ChangeOp | OpeningOp;
  @Field(
    text('Of a merged clinic and its services: the id of the clinic that answers for it now.', {
      format: 'uuid',
    }),
    {
      optional: true,
    },
  )
  readonly into?: string;
  @Field(texts('The members that differ, of a record that was updated, or changed in a list.'))
  readonly fields: readonly string[];
  @Field(text('When the change was made, UTC.', { format: 'date-time' })) readonly at: string;
  @Field(text('Version of the dataset that brought the change.')) readonly datasetVersion: string;
  @RecordField(() => ExportedDoctor, 'The doctor as listed now; absent if not listed.', { optional: true })
  readonly doctor?: ExportedDoctor;
  @RecordField(() => ExportedClinic, 'The clinic as listed now; absent if not listed.', { optional: true })
  readonly clinic?: ExportedClinic;
  @RecordField(() => ExportedService, 'The service as listed now; absent if not listed.', { optional: true })
  readonly service?: ExportedService;
  @Field(
    {
      type: ['object', 'null'],
      description:
        'With list: the item of that list as of `datasetVersion`; null if the record left the list.',
    },
    { optional: true },
  )
  readonly item?: DoctorItem | ClinicItem | SpecialistItem | null;
  @Field(
    texts(
      'With list: the parameters that the record began to meet when it entered, or no longer meets since it left; empty if it was not listed before, or is not listed any more.',
    ),
    { optional: true },
  )
  readonly reason?: readonly string[];
}

/** A page of the feed of changes. */
export class ChangePage {
  @RecordList(() => Change, 'Oldest first.') readonly changes: readonly Change[];
  @Field(text('Value of `after` for the next request. Store it with what was applied.'))
  readonly next: string;
  @Field(flag('Whether there are further changes now. If not, a copy equals the lists.'))
  readonly more: boolean;
  @Field(
    {
      type: ['string', 'null'],
      description:
        'Without `after`: address of the manifest of the newest export that a copy can begin with, relative to that of this request; null if there is none.',
    },
    { optional: true },
  )
  readonly export?: string | null;
  @Interpreted() readonly interpreted?: readonly Interpretation[];
  @Warnings() readonly warnings?: readonly string[];
}

/** GET /changes. */
export class ChangeQuery extends Query {
  @Text({
    description:
      'The `next` of an earlier answer, the `cursor` of an export, or the `X-Cursor` of a list. Without it: the cursor of now. Text that is none of these, or of another directory, is answered 400.',
    minLength: 1,
    example: 'MC4xLTlmOGU3ZDZj',
  })
  after?: string;
  @Text({
    description:
      'Instead of `after`: a day, or a time in the form of RFC 3339; without an offset, in Toronto. The changes since then.',
    minLength: 10,
    example: '2026-11-20',
    rule: sentWithout('since', 'after'),
  })
  since?: string;
  @List({ description: 'Only changes of these kinds of records.', of: CHANGE_TYPES, example: ['doctor'] })
  types?: ChangeType[];
  @Count({
    description:
      'Page size. Default 100, maximum 1,000: a larger value is capped. With a sandbox key, the maximum is 100.',
    default: 100,
    minimum: 1,
    example: 100,
  })
  limit?: number;
}

/** A file of an export. */
export class ExportFile {
  @Field(text('Name.', { examples: ['doctors.ndjson.gz'] })) readonly name: string;
  @Field(text('Address, relative to that of /exports.')) readonly url: string;
  @Field(growingEnum('Format inside gzip.', ['ndjson', 'csv', 'geojson'])) readonly format: string;
  @Field(count('Number of records.')) readonly records: number;
  @Field(count('Size.')) readonly bytes: number;
  @Field(text('SHA-256 of the file, hexadecimal.')) readonly sha256: string;
}

/** An export: the whole directory as of one dataset version. */
export class Export {
  @Field(text('Version of the dataset.')) readonly datasetVersion: string;
  @Field(text('When the export was written, UTC.', { format: 'date-time' })) readonly createdAt: string;
  @Field(text('Value of `after` of /changes that continues after the export.')) readonly cursor: string;
  @RecordList(
    () => ExportFile,
    'Files. Their content never changes. A file with a record that was removed since is answered 410.',
  )
  readonly files: readonly ExportFile[];
}

/** A file of FHIR resources, as HL7's Bulk Data names it. */
export class BulkFile {
  @Field(text('Kind of the resources; of deleted ones Bundle.', { examples: ['Practitioner'] }))
  readonly type: string;
  @Field(text('Address; through a gateway relative to that of the manifest.')) readonly url: string;
  @Field(count('Number of lines.')) readonly count: number;
}

/** The newest export as FHIR resources: the manifest of `$bulk-publish` of HL7's Bulk Data. */
export class BulkManifest {
  @Field(text('When the export was written, UTC.', { format: 'date-time' })) readonly transactionTime: string;
  @Field(text('Address of the manifest.')) readonly request: string;
  @Field(flag('Whether the files need a key: always true.')) readonly requiresAccessToken: boolean;
  @Field(text('Type of the files, which are compressed with gzip.')) readonly outputFormat: string;
  @RecordList(() => BulkFile, 'All resources, one file for each kind.') readonly output: readonly BulkFile[];
  @RecordList(
    () => BulkFile,
    'Resources of earlier exports that are in no file of `output`; empty if there are none.',
  )
  readonly deleted: readonly BulkFile[];
  @RecordList(() => BulkFile, 'Always empty.') readonly error: readonly BulkFile[];
  @Warnings() readonly warnings?: readonly string[];
}

/** The published exports. */
export class ExportList {
  @RecordList(() => Export, 'Newest first.') readonly exports: readonly Export[];
  @Warnings() readonly warnings?: readonly string[];
}
