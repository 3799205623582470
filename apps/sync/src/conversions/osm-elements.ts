import { DEGREES } from '../formats/features/coordinate-systems.js';
import { centerOf } from '../formats/features/geometry-center.js';
import { LIFECYCLE } from '../values/clinic/clinic-life.js';
import { chunksOfText } from './conversion.js';

/** A node, way or relation of OpenStreetMap, as both Overpass JSON and PBF describe it. */
export interface OsmElement {
  readonly type: 'node' | 'way' | 'relation';
  readonly id: number;
  readonly lat?: number;
  readonly lon?: number;
  /** The place of a way or relation: `out center` of Overpass. */
  readonly center?: { readonly lat: number; readonly lon: number };
  readonly tags?: Readonly<Record<string, string>>;
  /** The nodes of a way: in Overpass JSON. */
  readonly nodes?: readonly number[];
  /** The nodes of a way: in PBF. */
  readonly refs?: readonly number[];
  readonly members?: readonly { readonly type: OsmElement['type']; readonly ref: number }[];
}

/** Reads the elements of a file that have one of the types; each call reads it again. */
export type ReadElements = (types: readonly OsmElement['type'][]) => AsyncIterable<OsmElement>;

const FORMER = LIFECYCLE.map((prefix) => `${prefix}:`);
const AMENITIES = /(?:^|;)\s*(?:clinic|doctors|hospital)\s*(?:;|$)/;

/** A facility whose nodes are still to be found. */
interface Unplaced {
  readonly element: OsmElement;
  readonly nodes: readonly number[];
  readonly ways: readonly number[];
}

/**
 * Yields the health facilities of OpenStreetMap as NDJSON: elements that have, or once had, `healthcare`, or a doctors'
 * office, clinic or hospital as `amenity`. A way or relation is at the center of its nodes. Only the nodes of facilities are in memory.
 */
export function osmRows(read: ReadElements): AsyncIterable<Buffer> {
  return chunksOfText(linesOf(read));
}

async function* linesOf(read: ReadElements): AsyncGenerator<string> {
  const unplaced: Unplaced[] = [];
  for await (const element of read(['node', 'way', 'relation'])) {
    if (!isFacility(element)) continue;
    const place = element.center ?? element;
    if (place.lat !== undefined) yield lineOf(element, place.lat, place.lon!);
    else unplaced.push(unplacedOf(element));
  }
  const ways = new Map(
    unplaced.flatMap((facility) => facility.ways.map((id) => [id, [] as readonly number[]])),
  );
  if (ways.size > 0)
    for await (const way of read(['way'])) if (ways.has(way.id)) ways.set(way.id, nodesOf(way));
  const nodesOfFacility = (facility: Unplaced) => [
    ...facility.nodes,
    ...facility.ways.flatMap((id) => ways.get(id)!),
  ];
  const needed = new Map<number, OsmElement | undefined>();
  for (const facility of unplaced) for (const id of nodesOfFacility(facility)) needed.set(id, undefined);
  if (needed.size > 0)
    for await (const node of read(['node'])) if (needed.has(node.id)) needed.set(node.id, node);
  for (const facility of unplaced) {
    const nodes = nodesOfFacility(facility).flatMap((id) => needed.get(id) ?? []);
    const { lat, lng } = centerOf(
      nodes.map((node) => [node.lon, node.lat]),
      DEGREES,
    );
    yield lineOf(facility.element, lat && Number(lat), lng && Number(lng));
  }
}

/** Former facilities count too: an earlier extract may have had them open. */
function isFacility({ tags }: OsmElement): boolean {
  if (!tags) return false;
  return ['', ...FORMER].some(
    (prefix) => tags[`${prefix}healthcare`] !== undefined || AMENITIES.test(tags[`${prefix}amenity`] ?? ''),
  );
}

function unplacedOf(element: OsmElement): Unplaced {
  const members = element.members ?? [];
  const idsOf = (wanted: string) => members.filter(({ type }) => type === wanted).map(({ ref }) => ref);
  return { element, nodes: [...nodesOf(element), ...idsOf('node')], ways: idsOf('way') };
}

function nodesOf({ nodes, refs }: OsmElement): readonly number[] {
  return nodes ?? refs ?? [];
}

/** A line without a position where no node of the facility is in the file. */
function lineOf({ type, id, tags }: OsmElement, lat?: number | '', lng?: number | ''): string {
  return `${JSON.stringify({ ...tags, id: `${type}/${id}`, lat, lng })}\n`;
}
