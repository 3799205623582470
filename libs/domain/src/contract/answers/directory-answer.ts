import { ListEnvelope } from './list-answer.js';
import { Warnings } from './warnings.js';
import type { Freshness } from '../../records/doctor.js';
import { PLACE_KINDS, type PlaceKind } from '../../records/place.js';
import { Field, growingEnum, RecordField, RecordList } from '../../schema/schema.js';
import { count, decimal, text } from '../../schema/field-schema.js';

export class SpecialtyCount {
  @Field(text('Normalized specialty name.')) readonly specialty: string;
  @Field(count('Number of listed doctors with the specialty.', 1)) readonly count: number;
}

/** The listed doctors by reliability of their records. */
export class FreshnessCounts implements Readonly<Record<Freshness, number>> {
  @Field(count('Confirmed by the register within the last 30 days.')) readonly fresh: number;
  @Field(count('Confirmed earlier.')) readonly stale: number;
  @Field(count('Never confirmed.')) readonly unknown: number;
  @Field(
    decimal(
      'Share of listed doctors whose record the register has ever confirmed, percent, one decimal.',
      0,
      100,
    ),
  )
  readonly coveragePct: number;
}

/** The totals of the directory. */
export class DirectorySummary {
  @Field(count('Number of listed doctors.')) readonly totalDoctors: number;
  @Field(count('Number of listed doctors whose primary clinic accepts new patients.'))
  readonly acceptingNewPatients: number;
  @RecordList(
    () => SpecialtyCount,
    'By count, descending, then name. A doctor with two specialties counts in both.',
  )
  readonly bySpecialty: readonly SpecialtyCount[];
  @RecordField(() => FreshnessCounts, 'Listed doctors by freshness.') readonly dataFreshness: FreshnessCounts;
  @Warnings() readonly warnings?: readonly string[];
}

/** A filter value, and the number of listed doctors that it matches. */
export class FilterValue {
  @Field(text('The value.', { examples: ['Family Medicine'] })) readonly value: string;
  @Field(count('Number of listed doctors.', 1)) readonly doctorCount: number;
}

/** A source of the directory's data, or of the places that it reads. */
export class DataSource {
  @Field(text('Name of the source.', { examples: ['odhf'] })) readonly name: string;
  @Field(text('Who publishes it; empty if not stated.')) readonly publisher: string;
  @Field(text('License under which it may be used; empty if not stated.')) readonly licence: string;
  @Field(text('Text to show wherever its data is shown; empty if none is required.'))
  readonly attribution: string;
  @Field(text('When its newest extract was made.', { format: 'date-time' }))
  readonly retrievedAt: string;
}

export class SourceList extends ListEnvelope {
  @RecordList(() => DataSource, 'By name.') readonly sources: readonly DataSource[];
}

export class SpecialtyValues extends ListEnvelope {
  @RecordList(() => FilterValue, 'By count, descending, then name.')
  readonly specialties: readonly FilterValue[];
}

export class LanguageValues extends ListEnvelope {
  @RecordList(() => FilterValue, 'By count, descending, then name.')
  readonly languages: readonly FilterValue[];
}

/** A place of the gazetteer. */
export class PlaceItem {
  @Field(text('Stable identifier.', { examples: ['north-york'] })) readonly id: string;
  @Field(text('Name.', { examples: ['North York'] })) readonly name: string;
  @Field(growingEnum('Kind of place.', PLACE_KINDS)) readonly kind: PlaceKind;
  @Field(text('Name of the place that it lies in; empty if there is none.')) readonly within: string;
  @Field(decimal('Latitude of its center, degrees.', -90, 90)) readonly lat: number;
  @Field(decimal('Longitude of its center, degrees.', -180, 180)) readonly lng: number;
}

export class PlaceList extends ListEnvelope {
  @RecordList(
    () => PlaceItem,
    'Names that begin with q first, then other names, words within them, and the rest; each larger kinds first, then by name.',
  )
  readonly places: readonly PlaceItem[];
}

/** An area to filter by, and the doctors and clinics there. */
export class AreaValue {
  @Field(
    text('Name of the area; its id where a larger area has the same name.', { examples: ['Scarborough'] }),
  )
  readonly value: string;
  @Field(text('Name for people, without its kind.', { examples: ['Scarborough'] })) readonly name: string;
  @Field(growingEnum('Kind of place.', PLACE_KINDS)) readonly kind: PlaceKind;
  @Field(text('Name of the place that it lies in; empty if there is none.')) readonly within: string;
  @Field(count('Number of listed doctors whose primary clinic is in the area.')) readonly doctorCount: number;
  @Field(count('Number of those whose primary clinic accepts new patients.')) readonly acceptingCount: number;
  @Field(count('Number of clinics in the area.', 1)) readonly clinicCount: number;
}

export class AreaList extends ListEnvelope {
  @RecordList(
    () => AreaValue,
    'The areas with a clinic. Municipalities, districts, towns, neighbourhoods, then postal areas; each by doctorCount, descending, then name.',
  )
  readonly areas: readonly AreaValue[];
}
