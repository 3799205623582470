import type { CallToolResult } from '@modelcontextprotocol/client';
import type {
  ClinicDetail,
  ClinicItem,
  DoctorDetail,
  DoctorItem,
  KnownAcceptance,
  SpecialistItem,
} from '@care-atlas/domain/contract';
import type { CardClinic } from '../src/connector/card.js';
import type { ConnectorMessage } from '../src/texts/en/messages.js';
import type { ResultFacts } from '@care-atlas/server/record/parts';
import type { CardTexts } from '../src/texts/en/card.js';
import { words } from './words.js';

/** Acceptance as tools give it in rows: without what is usual. */
type SaidAcceptance = Partial<KnownAcceptance>;
type DoctorRow = Omit<DoctorItem, 'clinic' | 'atClinic'> & {
  readonly clinic: DoctorItem['clinic'] & { readonly acceptance?: SaidAcceptance };
  /** The doctors of the clinic who match, where there are several: then the row has only what they share. */
  readonly atClinic?: { readonly count: number; readonly others: readonly string[] };
};
type ClinicRow = ClinicItem & { readonly acceptance?: SaidAcceptance };
type ServiceRow = SpecialistItem & {
  readonly acceptance?: SaidAcceptance;
  readonly clinicAcceptance?: SaidAcceptance;
};

/** The structured form of an answer that the card shows. */
export interface Structured {
  readonly total?: number;
  /** The number of clinics, where doctors are listed by clinic. */
  readonly clinicTotal?: number;
  readonly offset?: number;
  readonly nextOffset?: number;
  readonly doctors?: readonly DoctorRow[];
  readonly clinics?: readonly (ClinicRow | ServiceRow)[];
  readonly doctor?: DoctorDetail;
  readonly clinic?: ClinicDetail;
  readonly relax?: readonly { readonly leaveOut: string; readonly total: number }[];
  readonly syncedAt: string;
}

/** Returns the warnings or the failure of a result, as messages. Where a host keeps them back, the warnings are English. */
export function messagesOf({ _meta, structuredContent }: CallToolResult) {
  const { warnings = [] } = (structuredContent ?? {}) as { readonly warnings?: readonly string[] };
  return (_meta?.['care-atlas/messages'] ?? warnings) as readonly (ConnectorMessage | string)[];
}

/** A record of an answer, as the card lists it. */
export interface Entry extends Omit<ResultFacts, 'href' | 'clinic'> {
  /** The tool that gives the record in full, and its argument. */
  readonly detail: { readonly tool: 'get_doctor' | 'get_clinic'; readonly args: object };
  /** That of its page below the portal. */
  readonly path: string;
  /** The clinic of a doctor. */
  readonly clinic?: { readonly name: string; readonly path: string };
  readonly position?: { readonly lat: number; readonly lng: number };
}

/** The tool that a list is the answer of. */
export type Search = keyof CardTexts['searches'];

const UNKNOWN = {
  answer: 'unknown',
  code: 'unknown',
  state: 'never',
  observedAt: null,
  method: '',
} as const satisfies KnownAcceptance;

/**
 * Returns which search an answer is of; undefined for a single record.
 * @param tool the name of the tool, if the host says it: an empty list of clinics does not
 */
export function searchOf({ doctors, clinics }: Structured, tool = ''): Search | undefined {
  if (doctors) return 'search_doctors';
  if (!clinics) return undefined;
  const isOfServices = tool === 'list_specialists' || clinics.some((row) => 'wait_weeks' in row);
  return isOfServices ? 'list_specialists' : 'search_clinics';
}

/** Returns the records of an answer, with what its metadata says about their clinics. */
export function entriesOf({ structuredContent, _meta }: CallToolResult): readonly Entry[] {
  const { doctors = [], clinics = [], doctor, clinic } = structuredContent as unknown as Structured;
  const known = (_meta?.['care-atlas/clinics'] ?? {}) as Readonly<Record<string, CardClinic>>;
  return [
    ...doctors.map((one) =>
      one.atClinic
        ? groupEntry(one, one.atClinic, known[one.clinic.id])
        : doctorEntry(one, known[one.clinic.id]),
    ),
    ...(doctor ? [doctorEntry(doctor, known[doctor.clinic.id])] : []),
    ...[...clinics, ...(clinic ? [clinic] : [])].map((one) => clinicEntry(one, known[one.id])),
  ];
}

function doctorEntry(doctor: DoctorRow | DoctorDetail, known?: CardClinic): Entry {
  const { cpsoNumber, name, gender, yearsOfPractice, dataFreshness, languages, clinic } = doctor;
  const said = 'acceptance' in clinic ? clinic.acceptance : undefined;
  const { card } = words;
  return {
    detail: { tool: 'get_doctor', args: { cpso: cpsoNumber } },
    path: `/doctors/${cpsoNumber}`,
    name,
    distanceMeters: doctor.distanceMeters,
    profile: [
      specialtyNames(doctor.specialties),
      languages.map(words.records.language).join(', '),
      gender && words.records.gender(gender),
      card.years(yearsOfPractice),
      card.freshness[dataFreshness] ?? '',
    ],
    accepting: known?.accepting ?? doctor.availability?.accepting ?? { ...UNKNOWN, ...said },
    clinic: { name: clinic.name, path: `/clinics/${clinic.id}` },
    address: clinic.address,
    phone: clinic.phone,
    position: known ?? positionOf(clinic),
  };
}

/** Returns a clinic with several doctors who match. */
function groupEntry(
  { name, specialties, clinic, distanceMeters }: DoctorRow,
  { count, others }: NonNullable<DoctorRow['atClinic']>,
  known?: CardClinic,
): Entry {
  return {
    detail: { tool: 'get_clinic', args: { id: clinic.id } },
    path: `/clinics/${clinic.id}`,
    name: clinic.name,
    distanceMeters,
    profile: [
      words.card.doctorsMatch(count),
      [name, ...others].map((each) => each.replace(/ \(cpso \d+\)/, '')).join(', '),
      specialtyNames(specialties),
    ],
    address: clinic.address,
    accepting: known?.accepting ?? { ...UNKNOWN, ...clinic.acceptance },
    phone: clinic.phone,
    position: known,
  };
}

function clinicEntry(clinic: ClinicRow | ServiceRow | ClinicDetail, known?: CardClinic): Entry {
  const { id, name, address, phone } = clinic;
  const service = 'wait_weeks' in clinic ? clinic : undefined;
  const own = service?.acceptance;
  const said = service?.clinicAcceptance ?? ('acceptance' in clinic ? clinic.acceptance : undefined);
  const weeks = service?.wait_weeks;
  const { card, records } = words;
  return {
    detail: { tool: 'get_clinic', args: { id } },
    path: `/clinics/${id}`,
    name,
    distanceMeters: 'distanceMeters' in clinic ? clinic.distanceMeters : undefined,
    profile: [
      'wait_weeks' in clinic
        ? records.specialty(clinic.specialty)
        : 'specialties' in clinic
          ? specialtyNames(clinic.specialties)
          : card.clinicType(clinic.type),
      'languages' in clinic ? clinic.languages.map(records.language).join(', ') : '',
      weeks === undefined ? '' : card.wait(weeks),
    ],
    address: address ?? '',
    // A service that says something itself is not answered for by its clinic.
    accepting: own
      ? { ...UNKNOWN, state: 'confirmed', ...own }
      : (known?.accepting ??
        ('availability' in clinic ? clinic.availability?.accepting : undefined) ?? { ...UNKNOWN, ...said }),
    phone: known?.phone ?? phone ?? '',
    position: known ?? positionOf(clinic),
  };
}

function specialtyNames(names: readonly string[]): string {
  return names.map(words.records.specialty).join(', ');
}

function positionOf({ lat, lng }: { readonly lat?: number; readonly lng?: number }): Entry['position'] {
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}
