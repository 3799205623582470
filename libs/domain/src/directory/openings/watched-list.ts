import type { OpeningExtra, WatchedListName, WatchedQueries, WatchedQuery } from '../../contract/openings.js';
import type { Change } from '../../contract/feed.js';
import type { Interpretation } from '../../contract/answers/interpretation.js';
import type { Query } from '../../contract/queries/page-query.js';
import type { ClinicQuery, SpecialistQuery } from '../../contract/queries/query.js';
import type { Message } from '../../messages/index.js';
import { differingMembers, imageItem, type ItemExtras } from '../../read-model/images/image-items.js';
import {
  type ClinicImage,
  type DoctorImage,
  type RecordImage,
  type ServiceImage,
  staffOf,
} from '../../read-model/images/record-image.js';
import type { ChangeType } from '../../records/change.js';
import {
  type ClinicCriterion,
  clinicCriteria,
  clinicMatches,
  doctorCriteria,
  doctorMatches,
  positionOf,
} from '../../rules/criteria.js';
import { acceptanceAnswer } from '../../rules/evidence.js';
import { serviceAcceptance } from '../../rules/statements.js';
import type { AsOf } from '../../rules/time/as-of.js';
import { fold } from '../../text/text.js';
import type { DirectoryView } from '../directory-view.js';
import { interpretQuery } from '../interpret/interpret-query.js';

/** A record in one dataset version, and the day as of which it is judged. */
export interface JudgedImage {
  /** Undefined if the record was not listed. */
  readonly image: RecordImage | undefined;
  readonly asOf: AsOf;
}

/** What a change did to a list. */
export type Opening = Pick<Change, 'op' | 'fields' | 'item' | 'reason'>;

type Meets = (image: RecordImage, asOf: AsOf) => boolean;

const LISTS = {
  doctors: { type: 'doctor', operation: 'listDoctors' },
  clinics: { type: 'clinic', operation: 'listClinics' },
  specialists: { type: 'service', operation: 'listSpecialists' },
} as const;
const MEETS: { readonly [List in WatchedListName]: (query: WatchedQueries[List]) => Meets } = {
  doctors: doctorsMeet,
  clinics: clinicsMeet,
  specialists: servicesMeet,
};

/** Parameters that are judged together. */
const TOGETHER: Readonly<Record<string, readonly string[]>> = {
  within: ['lat', 'lng', 'within'],
  days: ['days', 'openAt'],
  date: ['date', 'openAt'],
  openAt: ['days', 'date', 'openAt'],
  q: ['q', 'match'],
  specialty: ['specialty', 'services'],
};
/** Parameters that filter nothing of their own. */
const NO_FILTERS = [
  'near',
  'lat',
  'lng',
  'match',
  'include',
  'limit',
  'services',
  'warnings',
  'interpreted',
  'missing',
];

/** A list with filters, whose meaning for the records of any dataset version is that of the plain predicate. */
export class WatchedList {
  readonly type: ChangeType;
  /** Today, judged as all answers of today are. */
  readonly asOf: AsOf;
  /** Whether the years of practice of doctors decide. */
  readonly dependsOnYears: boolean;
  readonly interpreted: readonly Interpretation[];
  readonly warnings: readonly Message[];
  readonly #meets: Meets;
  /** What each parameter asks for alone. */
  readonly #parts: readonly { readonly param: string; readonly meets: Meets }[];
  readonly #extras: ItemExtras;
  readonly #days = new Map<string, AsOf>();

  /** @throws DirectoryError as the list does */
  constructor(view: DirectoryView, list: WatchedListName, request: WatchedQuery) {
    const { type, operation } = LISTS[list];
    const query = interpretQuery(view, request as WatchedQuery & Query, operation);
    this.type = type;
    this.asOf = view.asOf;
    this.#meets = meetsOf(list, query);
    const { near, within } = query;
    // As in lists: a point without a bound is not measured from.
    const from = near === undefined && within === undefined ? undefined : positionOf(query);
    this.#extras = { include: query.include as readonly OpeningExtra[] | undefined, from };
    const sent = Object.entries(query).filter(
      ([name, value]) => value !== undefined && !NO_FILTERS.includes(name),
    );
    this.#parts = sent.map(([param]) => ({ param, meets: meetsOf(list, part(query, param)) }));
    this.dependsOnYears = query.minYears !== undefined || query.maxYears !== undefined;
    const { interpreted = [], warnings = [] }: Query = query;
    this.interpreted = interpreted;
    this.warnings = warnings;
  }

  /** Returns what a change did to the list; undefined if nothing. */
  openingOf(before: JudgedImage, after: JudgedImage): Opening | undefined {
    const [was, is] = [this.#holds(before), this.#holds(after)];
    if (!was && !is) return undefined;
    if (!is) return { op: 'left', fields: [], reason: this.#unmetBy(after), item: null };
    const item = this.#itemOf(after);
    if (!was) return { op: 'entered', fields: [], reason: this.#unmetBy(before), item };
    const fields = differingMembers(this.#itemOf(before), item);
    return fields.length > 0 ? { op: 'changed', fields, reason: [], item } : undefined;
  }

  /** Returns what a change did to the list, where it is no longer known what the record was before: it may be told twice. */
  openingAfter(after: JudgedImage): Opening {
    return this.#holds(after)
      ? { op: 'entered', fields: [], reason: [], item: this.#itemOf(after) }
      : { op: 'left', fields: [], reason: [], item: null };
  }

  /** Returns a day, YYYY-MM-DD, judged as all answers are. */
  on(date: string): AsOf {
    let asOf = this.#days.get(date);
    if (!asOf) this.#days.set(date, (asOf = this.asOf.on(date)));
    return asOf;
  }

  #holds({ image, asOf }: JudgedImage): boolean {
    return image !== undefined && this.#meets(image, asOf);
  }

  #itemOf({ image, asOf }: JudgedImage) {
    return imageItem(this.type, image!, asOf, this.#extras);
  }

  /** Returns the parameters that a listed record does not meet. No single doctor of a clinic may meet all filters on doctors. */
  #unmetBy({ image, asOf }: JudgedImage): readonly string[] {
    if (!image) return [];
    const unmet = this.#parts.filter(({ meets }) => !meets(image, asOf));
    return (unmet.length > 0 ? unmet : this.#parts).map(({ param }) => param);
  }
}

function meetsOf<List extends WatchedListName>(list: List, query: WatchedQueries[List]): Meets {
  return MEETS[list](query);
}

/** Returns a query with only one parameter, and those that it is judged with. */
function part(query: WatchedQuery, param: string): WatchedQuery {
  const names = TOGETHER[param] ?? [param];
  const all = query as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, all[name]])) as WatchedQuery;
}

function doctorsMeet(query: Parameters<typeof doctorCriteria>[0]): Meets {
  const criteria = doctorCriteria(query);
  return (image, asOf) => doctorMatches(criteria, image as DoctorImage, asOf);
}

function clinicsMeet(query: ClinicQuery): Meets {
  const criteria = clinicCriteria(query);
  return (image, asOf) => clinicsMatch(criteria, image as ClinicImage, asOf);
}

function clinicsMatch(criteria: readonly ClinicCriterion[], image: ClinicImage, asOf: AsOf): boolean {
  return clinicMatches(criteria, { clinic: image.clinic, doctors: staffOf(image) }, asOf);
}

/** Acceptance is that of the service, all else that of its clinic. */
function servicesMeet(query: SpecialistQuery): Meets {
  const {
    accepting,
    acceptance,
    specialty,
    services = specialty === undefined ? [] : [specialty],
    ...ofClinic
  } = query;
  const offered = services.map(fold);
  const criteria = clinicCriteria(ofClinic);
  return (image, asOf) => {
    const { service, clinic } = image as ServiceImage;
    if (offered.length > 0 && !offered.includes(fold(service.specialty))) return false;
    const accepts = serviceAcceptance(service, clinic);
    if (accepting === true && accepts.accepting !== true) return false;
    if (acceptance && !acceptance.includes(acceptanceAnswer(accepts, asOf))) return false;
    return clinicsMatch(criteria, image as ServiceImage, asOf);
  };
}
