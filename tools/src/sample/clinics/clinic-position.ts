import type { PositionSource } from '@care-atlas/domain/records';
import { distanceMetres, type Position } from '@care-atlas/domain/rules';
import type { PostalArea } from '../open-data.js';
import type { Random } from '../random.js';

/** The Greater Toronto Area, in which every clinic lies. */
export const GTA_BOX = { south: 43.3, north: 44.4, west: -80.1, east: -78.6 } as const;

const AT_CENTER_SHARE = 0.03;
/** Share of clinics placed at a subway station of their area, so that a third of those in Toronto are near one. */
const AT_STATION_SHARE = 0.07;
/** The distance from the center at which stations still belong to an area. */
const STATION_REACH_METRES = 1_800;
const METRES_PER_DEGREE = 111_195;

/** A postal area with its subway stations. */
export interface ClinicGround {
  readonly area: PostalArea;
  readonly stations: readonly Position[];
}

/** Returns the areas with their center in the Greater Toronto Area, each with the stations within reach. */
export function clinicGrounds(areas: readonly PostalArea[], stations: readonly Position[]): ClinicGround[] {
  return areas
    .filter(({ center }) => isInBox(center))
    .map((area) => ({
      area,
      stations: stations.filter((station) => distanceMetres(area.center, station) <= STATION_REACH_METRES),
    }));
}

/** Whether a position lies in the Greater Toronto Area's bounding box. */
export function isInBox({ lat, lng }: Position): boolean {
  return lat >= GTA_BOX.south && lat <= GTA_BOX.north && lng >= GTA_BOX.west && lng <= GTA_BOX.east;
}

/** Picks a position near a station, around the center of the area or, for a few clinics, exactly there. */
export function clinicPosition(
  random: Random,
  ground: ClinicGround,
): Position & { positionSource: PositionSource } {
  if (random.chance(AT_CENTER_SHARE)) return { ...ground.area.center, positionSource: 'postal-area' };
  const atStation = ground.stations.length > 0 && random.chance(AT_STATION_SHARE);
  const position = atStation
    ? offset(random, random.pick(ground.stations), 60, 700)
    : offset(random, ground.area.center, 150, 1_500);
  return { ...position, positionSource: 'source' };
}

/** Picks a position at a random bearing and a random distance between two bounds, in meters. */
function offset(random: Random, from: Position, nearest: number, farthest: number): Position {
  const degrees = (nearest + random.unit() * (farthest - nearest)) / METRES_PER_DEGREE;
  const bearing = random.unit() * 2 * Math.PI;
  const lat = from.lat + degrees * Math.cos(bearing);
  const lng = from.lng + (degrees * Math.sin(bearing)) / Math.cos((from.lat * Math.PI) / 180);
  return {
    lat: rounded(Math.min(GTA_BOX.north, Math.max(GTA_BOX.south, lat))),
    lng: rounded(Math.min(GTA_BOX.east, Math.max(GTA_BOX.west, lng))),
  };
}

/** Rounds to six decimals, a tenth of a meter. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
