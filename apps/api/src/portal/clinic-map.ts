import { Html, html } from '@care-atlas/server/pages/html';

/** A named place, in degrees. */
export interface Place {
  readonly name: string;
  readonly lat: number;
  readonly lng: number;
}

interface Area {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

const WIDTH = 640;
const HEIGHT = 400;
/** The Greater Toronto Area, from Halton to Durham. */
const REGION: Area = { west: -80.05, east: -78.55, south: 43.3, north: 44.02 };
/** The length of a degree of longitude here, relative to one of latitude. */
const LONGITUDE_SCALE = Math.cos((43.7 * Math.PI) / 180);
const MIN_MARGIN = 0.06;

/** An outline of the shore of Lake Ontario, from west to east, for orientation: latitude and longitude of each point. */
const SHORE =
  `43.3 -79.8, 43.37 -79.72, 43.44 -79.66, 43.55 -79.58, 43.6 -79.5, 43.63 -79.46, 43.635 -79.4, 43.65 -79.34,
  43.67 -79.28, 43.71 -79.23, 43.76 -79.17, 43.81 -79.08, 43.82 -78.99, 43.86 -78.86, 43.88 -78.72, 43.9 -78.55`
    .split(/,\s+/)
    .map((point) => point.split(' ').map(Number) as [lat: number, lng: number]);

const TOWNS: readonly Place[] = [
  { name: 'Toronto', lat: 43.7, lng: -79.4 },
  { name: 'Mississauga', lat: 43.59, lng: -79.65 },
  { name: 'Brampton', lat: 43.7, lng: -79.76 },
  { name: 'Oakville', lat: 43.45, lng: -79.69 },
  { name: 'Burlington', lat: 43.34, lng: -79.84 },
  { name: 'Milton', lat: 43.52, lng: -79.88 },
  { name: 'Vaughan', lat: 43.83, lng: -79.54 },
  { name: 'Markham', lat: 43.87, lng: -79.28 },
  { name: 'Newmarket', lat: 44.0, lng: -79.46 },
  { name: 'Ajax', lat: 43.85, lng: -79.02 },
  { name: 'Oshawa', lat: 43.92, lng: -78.87 },
];

/**
 * Renders places as dots on an outline map of the region, without external tiles.
 * @param label describes the map to screen readers
 */
export function clinicMap(places: readonly Place[], label: string): Html {
  const area = areaOf(places);
  const at = (lat: number, lng: number): string => {
    const x = ((lng - area.west) / (area.east - area.west)) * WIDTH;
    const y = ((area.north - lat) / (area.north - area.south)) * HEIGHT;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const lake = [...SHORE.map(([lat, lng]) => at(lat, lng)), at(42, REGION.east), at(42, -79.8)].join(' L ');
  const shown = TOWNS.filter(({ lat, lng }) => isWithin(area, lat, lng));
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    <path class="lake" d="M ${lake} Z" />
    ${shown.map(({ name, lat, lng }) => html`<text transform="translate(${at(lat, lng)})">${name}</text>`)}
    ${places.map((place) => html`<path class="dot" d="M ${at(place.lat, place.lng)} h 0"><title>${place.name}</title></path>`)}
  </svg>`;
}

/** Returns the area around the places with a margin, in the proportions of the picture; the region if there are none. */
function areaOf(places: readonly Place[]): Area {
  if (places.length === 0) return fitted(REGION);
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

function isWithin({ west, east, south, north }: Area, lat: number, lng: number): boolean {
  return lat > south && lat < north && lng > west && lng < east;
}
