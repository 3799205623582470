import type { AnswerSizes } from '../../access/tier.js';
import type { Answer } from '../../contract/answer.js';
import type { AccuracyItem, AccuracyList } from '../../contract/answers/accuracy-answer.js';
import type {
  AreaList,
  DirectorySummary,
  LanguageValues,
  PlaceItem,
  PlaceList,
  SourceList,
  SpecialtyValues,
} from '../../contract/answers/directory-answer.js';
import type { Query } from '../../contract/queries/page-query.js';
import type { GazetteerQuery } from '../../contract/queries/query.js';
import { findPlaces } from '../../places/find-places.js';
import type { Place } from '../../places/gazetteer.js';
import { SHIPPED_SOURCES } from '../../places/shipped-sources.js';
import type { MeasuredSample } from '../../records/accuracy.js';
import { hitRate } from '../../rules/accuracy/wilson-interval.js';
import { compareText } from '../../text/text.js';
import { areaCounts } from '../area-counts.js';
import type { DirectoryView } from '../directory-view.js';
import { pageOf, plainList, totalsAnswer } from '../list-envelope.js';

export function getSummary(view: DirectoryView, query: Query): Answer<DirectorySummary> {
  const { summary } = view.totals;
  return totalsAnswer(summary, () => summary, query);
}

export function listSpecialties(view: DirectoryView, query: Query): Answer<SpecialtyValues> {
  const { specialties } = view.totals;
  const list = () => ({ specialties, ...countsOf(specialties) });
  return totalsAnswer(specialties, list, query);
}

export function listLanguages(view: DirectoryView, query: Query): Answer<LanguageValues> {
  const { languages } = view.totals;
  const list = () => ({ languages, ...countsOf(languages) });
  return totalsAnswer(languages, list, query);
}

export function listAreas(view: DirectoryView, query: Query): Answer<AreaList> {
  const areas = areaCounts(view);
  const list = () => ({ areas, ...countsOf(areas) });
  return totalsAnswer(areas, list, query);
}

export function listSources(view: DirectoryView, query: Query): Answer<SourceList> {
  const { sources: imported } = view.model;
  const list = () => {
    const sources = [...imported, ...SHIPPED_SOURCES]
      .toSorted((a, b) => compareText(a.name, b.name))
      .map((source) => ({ ...source, retrievedAt: source.retrievedAt.toISOString() }));
    return { sources, ...countsOf(sources) };
  };
  return totalsAnswer(imported, list, query);
}

export function listAccuracy(view: DirectoryView, query: Query): Answer<AccuracyList> {
  const { accuracy: sample } = view.model;
  const list = () => {
    const accuracy = sample ? accuracyItems(sample) : [];
    const status = sample ? ('measured' as const) : ('not_measured' as const);
    return { status, accuracy, ...countsOf(accuracy) };
  };
  return totalsAnswer(sample ?? NOT_MEASURED, list, query);
}

export function listPlaces(query: GazetteerQuery, sizes: AnswerSizes): Answer<PlaceList> {
  const places = findPlaces(query.q ?? '', query.kind).map(placeItem);
  return plainList<PlaceList>('places', places, pageOf(query, sizes));
}

/** Stands for the missing sample. */
const NOT_MEASURED = {};

function accuracyItems({ outcomes, sampledAt, protocolHash }: MeasuredSample): AccuracyItem[] {
  const sample = { sampledAt: sampledAt.toISOString(), protocolHash };
  return outcomes.map(({ field, stratum, ...counts }) => ({ field, stratum, ...hitRate(counts), ...sample }));
}

/** Returns the counts of a list that has one page. */
function countsOf({ length }: readonly unknown[]): { total: number; count: number } {
  return { total: length, count: length };
}

function placeItem({ id, name, kind, within, lat, lng }: Place): PlaceItem {
  return { id, name, kind, within: within?.name ?? '', lat, lng };
}
