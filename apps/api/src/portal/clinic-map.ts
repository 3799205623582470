import { Html, html } from '@care-atlas/server/pages/html';

/** A named point, in degrees. */
export interface MapPoint {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

/** A name that a map shows if it is narrow enough, and there is room. */
export interface MapLabel extends MapPoint {
  /** Width of the widest map that shows the name, in degrees of longitude. */
  readonly widest: number;
}

interface Area {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** A position in the picture. */
interface Spot {
  readonly x: number;
  readonly y: number;
}

const WIDTH = 400;
const HEIGHT = 440;
/** The length of a degree of longitude here, relative to one of latitude. */
const LONGITUDE_SCALE = Math.cos((43.7 * Math.PI) / 180);
const MIN_MARGIN = 0.02;
const RADIUS = 13;
const SPACING = 2 * RADIUS + 2;
const LETTER_WIDTH = 7.5;
const LINE_HEIGHT = 16;
/** Distance of a name above its point, where a station has its dot. */
const LABEL_RISE = 9;
/** Where a marker may stand, relative to its point: nearest first, with room for all markers of a page. */
const OFFSETS: readonly Spot[] = [0, 1, 2, 3].flatMap((ring) =>
  Array.from({ length: ring * 6 || 1 }, (_, step) => {
    const angle = (step * Math.PI) / 3 / (ring || 1);
    return { x: ring * SPACING * Math.cos(angle), y: ring * SPACING * Math.sin(angle) };
  }),
);

/** What a map shows. */
export interface MapContent {
  /** At least one. */
  readonly points: readonly MapPoint[];
  /** The place from which distances are measured. */
  readonly place?: MapPoint;
  readonly labels: readonly MapLabel[];
}

/**
 * Renders points as numbered markers over the shores and subway lines of the element `geography`, without external
 * tiles. Each marker links to the list item `result-` of its number.
 * @param label describes the map to screen readers
 */
export function clinicMap({ points, place, labels }: MapContent, label: string): Html {
  const area = areaOf(place ? [...points, place] : points);
  const scale = { x: WIDTH / (area.east - area.west), y: HEIGHT / (area.north - area.south) };
  const spotOf = ({ lat, lng }: MapPoint): Spot => ({
    x: (lng - area.west) * scale.x,
    y: (area.north - lat) * scale.y,
  });
  const spots = points.map(spotOf);
  const home = place && spotOf(place);
  const kept = place && home ? [boxOfMarker(home), boxOfText(place.name, home)] : [];
  const markers = spread(spots, kept);
  const taken = markers.map(boxOfMarker);
  const near = labels.filter(({ widest }) => area.east - area.west <= widest);
  const candidates: readonly MapPoint[] = place ? [place, ...near] : near;
  const shown = candidates.filter((each) => {
    const box = boxOfText(each.name, spotOf(each));
    const isFree = isInside(box) && !taken.some((other) => overlap(box, other));
    if (isFree) taken.push(box);
    return isFree;
  });
  const transform = `matrix(${scale.x} 0 0 ${-scale.y} ${-area.west * scale.x} ${area.north * scale.y})`;
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="${label}">
    <use href="#geography" transform="${transform}" />
    ${shown.map((each) => html`<text class="label ${each === place && 'home'}" dy="${-LABEL_RISE}" ${at(spotOf(each))}>${each.name}</text>`)}
    ${home && html`<path class="place" d="M${xy(home)}h0"><title>${place.name}</title></path>`}
    ${spots.map((spot, index) => html`<path class="leader" d="M${xy(spot)}L${xy(markers[index]!)}" />`)}
    ${markers.map(
      (marker, index) =>
        html`<a id="point-${index + 1}" class="point" href="#result-${index + 1}" aria-label="${index + 1}: ${points[index]!.name}">
          <path d="M${xy(marker)}h0" /><text ${at(marker)}>${index + 1}</text><title>${points[index]!.name}</title>
        </a>`,
    )}
  </svg>`;
}

function xy({ x, y }: Spot): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function at(spot: Spot): Html {
  return new Html(`transform="translate(${xy(spot)})"`);
}

/**
 * Returns where the markers stand: one that would cover an earlier one moves to a free place beside it.
 * @param kept where no marker may stand
 */
function spread(spots: readonly Spot[], kept: readonly Area[]): readonly Spot[] {
  const markers: Spot[] = [];
  for (const { x, y } of spots) {
    const free = OFFSETS.map((offset) => ({ x: x + offset.x, y: y + offset.y })).find((marker) => {
      const box = boxOfMarker(marker);
      const isApart = (other: Spot) => Math.hypot(other.x - marker.x, other.y - marker.y) >= 2 * RADIUS;
      return isInside(box) && markers.every(isApart) && !kept.some((other) => overlap(box, other));
    });
    markers.push(free ?? { x, y });
  }
  return markers;
}

function boxOfMarker({ x, y }: Spot): Area {
  return { west: x - RADIUS, east: x + RADIUS, north: y - RADIUS, south: y + RADIUS };
}

function boxOfText(text: string, { x, y }: Spot): Area {
  const half = (text.length * LETTER_WIDTH) / 2;
  return { west: x - half, east: x + half, north: y - LINE_HEIGHT - LABEL_RISE, south: y - LABEL_RISE };
}

function isInside({ west, east, north, south }: Area): boolean {
  return west >= 0 && east <= WIDTH && north >= 0 && south <= HEIGHT;
}

function overlap(a: Area, b: Area): boolean {
  return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south;
}

/** Returns the area around at least one point with a margin, in the proportions of the picture. */
function areaOf(places: readonly MapPoint[]): Area {
  const lats = places.map(({ lat }) => lat);
  const lngs = places.map(({ lng }) => lng);
  const around = {
    south: Math.min(...lats),
    north: Math.max(...lats),
    west: Math.min(...lngs),
    east: Math.max(...lngs),
  };
  const lat = Math.max(MIN_MARGIN, (around.north - around.south) * 0.15);
  const lng = Math.max(MIN_MARGIN, (around.east - around.west) * 0.15);
  return fitted({
    south: around.south - lat,
    north: around.north + lat,
    west: around.west - lng,
    east: around.east + lng,
  });
}

/** Widens an area in one direction, so that a kilometer is as long to the east as to the north. */
function fitted({ west, east, south, north }: Area): Area {
  const width = (east - west) * LONGITUDE_SCALE;
  const height = north - south;
  const lng = Math.max(0, (height * WIDTH) / HEIGHT - width) / LONGITUDE_SCALE / 2;
  const lat = Math.max(0, (width * HEIGHT) / WIDTH - height) / 2;
  return { west: west - lng, east: east + lng, south: south - lat, north: north + lat };
}
