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

/** Acceptance as tools give it in rows: without what is usual. */
type SaidAcceptance = Partial<KnownAcceptance>;
type DoctorRow = Omit<DoctorItem, 'clinic'> & {
  readonly clinic: DoctorItem['clinic'] & { readonly acceptance?: SaidAcceptance };
};
type ClinicRow = ClinicItem & { readonly acceptance?: SaidAcceptance };
type ServiceRow = SpecialistItem & {
  readonly acceptance?: SaidAcceptance;
  readonly clinicAcceptance?: SaidAcceptance;
};

/** The structured form of an answer that the card shows. */
export interface Structured {
  readonly total?: number;
  readonly offset?: number;
  readonly nextOffset?: number;
  readonly doctors?: readonly DoctorRow[];
  readonly clinics?: readonly (ClinicRow | ServiceRow)[];
  readonly doctor?: DoctorDetail;
  readonly clinic?: ClinicDetail;
  readonly relax?: readonly { readonly leaveOut: string; readonly total: number }[];
  readonly warnings?: readonly string[];
  readonly syncedAt: string;
}

/** A record of an answer, as the card lists it. */
export interface Entry {
  /** The tool that gives the record in full, and its argument. */
  readonly detail: { readonly tool: 'get_doctor' | 'get_clinic'; readonly args: object };
  readonly name: string;
  readonly profile: readonly string[];
  readonly languages: readonly string[];
  readonly place: readonly string[];
  readonly accepting: KnownAcceptance;
  readonly phone: string;
  readonly position?: { readonly lat: number; readonly lng: number };
}

/** The search of a list: the tool, and what its records are called. */
export interface Search {
  readonly tool: 'search_doctors' | 'search_clinics' | 'list_specialists';
  readonly one: string;
  readonly many: string;
}

const UNKNOWN = {
  answer: 'unknown',
  code: 'unknown',
  state: 'never',
  observedAt: null,
  method: '',
} as const satisfies KnownAcceptance;

const FRESHNESS = { fresh: '', stale: 'not confirmed lately', unknown: 'never confirmed by the register' };

const SEARCHES: Readonly<Record<Search['tool'], Search>> = {
  search_doctors: { tool: 'search_doctors', one: 'doctor', many: 'doctors' },
  search_clinics: { tool: 'search_clinics', one: 'clinic', many: 'clinics' },
  list_specialists: { tool: 'list_specialists', one: 'service', many: 'services' },
};

/**
 * Returns which search an answer is of; undefined for a single record.
 * @param tool the name of the tool, if the host says it: an empty list of clinics does not
 */
export function searchOf({ doctors, clinics }: Structured, tool = ''): Search | undefined {
  if (doctors) return SEARCHES.search_doctors;
  if (!clinics) return undefined;
  const isOfServices = tool === 'list_specialists' || clinics.some((row) => 'wait_weeks' in row);
  return isOfServices ? SEARCHES.list_specialists : SEARCHES.search_clinics;
}

/** Returns the records of an answer, with what its metadata says about their clinics. */
export function entriesOf({ structuredContent, _meta }: CallToolResult): readonly Entry[] {
  const { doctors = [], clinics = [], doctor, clinic } = structuredContent as unknown as Structured;
  const known = (_meta?.['care-atlas/clinics'] ?? {}) as Readonly<Record<string, CardClinic>>;
  return [
    ...[...doctors, ...(doctor ? [doctor] : [])].map((one) => doctorEntry(one, known[one.clinic.id])),
    ...[...clinics, ...(clinic ? [clinic] : [])].map((one) => clinicEntry(one, known[one.id])),
  ];
}

function doctorEntry(doctor: DoctorRow | DoctorDetail, known?: CardClinic): Entry {
  const { cpsoNumber, name, specialties, gender, yearsOfPractice, dataFreshness, languages, clinic } = doctor;
  const said = 'acceptance' in clinic ? clinic.acceptance : undefined;
  return {
    detail: { tool: 'get_doctor', args: { cpso: cpsoNumber } },
    name,
    profile: [
      specialties.join(', '),
      gender,
      `${counted(yearsOfPractice, 'year')} of practice`,
      FRESHNESS[dataFreshness],
    ],
    languages,
    place: [distanceOf(doctor), clinic.name, clinic.address],
    accepting: known?.accepting ?? doctor.availability?.accepting ?? { ...UNKNOWN, ...said },
    phone: clinic.phone,
    position: known ?? positionOf(clinic),
  };
}

function clinicEntry(clinic: ClinicRow | ServiceRow | ClinicDetail, known?: CardClinic): Entry {
  const { id, name, address, phone } = clinic;
  const service = 'wait_weeks' in clinic ? clinic : undefined;
  const own = service?.acceptance;
  const said = service?.clinicAcceptance ?? ('acceptance' in clinic ? clinic.acceptance : undefined);
  const weeks = service?.wait_weeks;
  return {
    detail: { tool: 'get_clinic', args: { id } },
    name,
    profile: [
      'wait_weeks' in clinic
        ? clinic.specialty
        : 'specialties' in clinic
          ? clinic.specialties.join(', ')
          : clinic.type.replaceAll('-', ' '),
      weeks === undefined ? '' : `about ${counted(weeks, 'week')} to wait`,
    ],
    languages: 'languages' in clinic ? clinic.languages : [],
    place: [distanceOf(clinic), address ?? ''],
    // A service that says something itself is not answered for by its clinic.
    accepting: own
      ? { ...UNKNOWN, state: 'confirmed', ...own }
      : (known?.accepting ??
        ('availability' in clinic ? clinic.availability?.accepting : undefined) ?? { ...UNKNOWN, ...said }),
    phone: known?.phone ?? phone ?? '',
    position: known ?? positionOf(clinic),
  };
}

function positionOf({ lat, lng }: { readonly lat?: number; readonly lng?: number }): Entry['position'] {
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function distanceOf({ distanceMeters }: { readonly distanceMeters?: number }): string {
  return distanceMeters === undefined ? '' : `${(distanceMeters / 1000).toFixed(1)} km away`;
}
