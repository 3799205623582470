import type { AreaCoverage, CoverageQuery } from '@care-atlas/domain/contract';
import { COVERAGE_SORTS, type CoverageSort, type Measure, MEASURES } from '@care-atlas/domain/map';
import { type Place, PLACES } from '@care-atlas/domain/places';

/** The parts of the region that the map may show alone. */
export const PARTS: readonly Place[] = PLACES.filter(
  ({ kind }) => kind === 'municipality' || kind === 'district',
);
const MAX_TEXT = 100;

/** The parameters of the page. */
export const COVERAGE_PARAMETERS = ['specialties', 'languages', 'accepting', 'shade', 'sort', 'rows', 'in'];

/** What a visitor asks of the page. A value that does not exist is none, because pages have no errors. */
export interface CoverageRequest {
  readonly specialties: string;
  readonly languages: string;
  readonly accepting: boolean;
  readonly shade: Measure;
  readonly sort: CoverageSort;
  /** Whether the table has a row for every area, instead of the first ones. */
  readonly all: boolean;
  /** The whole region if undefined. */
  readonly part: Place | undefined;
}

export function readCoverageRequest(raw: Readonly<Record<string, unknown>>): CoverageRequest {
  const text = (name: string) => {
    const [value] = [raw[name]].flat();
    return typeof value === 'string' ? value.trim().slice(0, MAX_TEXT) : '';
  };
  return {
    specialties: text('specialties'),
    languages: text('languages'),
    accepting: text('accepting') === 'true',
    shade: (Object.keys(MEASURES) as Measure[]).find((each) => each === text('shade')) ?? 'doctors',
    sort: COVERAGE_SORTS.find((each) => each === text('sort')) ?? 'doctors',
    all: text('rows') === 'all',
    part: PARTS.find(({ id }) => id === text('in')),
  };
}

export function queryOf({ specialties, languages, accepting }: CoverageRequest): CoverageQuery {
  return {
    specialties: specialties === '' ? undefined : [specialties],
    languages: languages === '' ? undefined : [languages],
    accepting: accepting || undefined,
  };
}

/** Returns the areas of the part that is asked for. */
export function areasIn({ part }: CoverageRequest, areas: readonly AreaCoverage[]): readonly AreaCoverage[] {
  return part ? areas.filter(({ postalArea }) => part.postalAreas.includes(postalArea)) : areas;
}

/** Returns the address of a request, without what is as if nothing was asked. */
export function pathOf(request: CoverageRequest, page = '/coverage'): string {
  const { specialties, languages, accepting, shade, sort, all, part } = request;
  const values = {
    specialties,
    languages,
    accepting: accepting ? 'true' : '',
    shade: shade === 'doctors' ? '' : shade,
    sort: sort === 'doctors' ? '' : sort,
    rows: all ? 'all' : '',
    in: part?.id ?? '',
  };
  const set = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
  return set.size === 0 ? page : `${page}?${set.toString()}`;
}
