import { boxAround, type Cluster, clustersOf, PLACE_LABELS, toPlane, zoomed } from '@care-atlas/domain/map';
import { Anchor, Grid, ScrollArea, Stack } from '@mantine/core';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { fill, formatNumber } from '../display/format.js';
import { Link } from 'react-router';
import { RecordLink } from '../display/page-link.js';
import { Note } from '../display/values.js';
import { MapFrame } from '../map/map-frame.js';
import type { MapState } from '../map/use-map.js';
import type { ClinicSpot, FacetValue } from './clinic-map-model.js';
import { TEXTS } from '../language/texts.js';

const { directory: strings } = TEXTS;

const POINT_RADIUS = 5;
const CLUSTER_RADIUS = 18;
const CLUSTER_ZOOM = 0.35;

interface ClinicPointsProps {
  readonly map: MapState;
  readonly spots: readonly ClinicSpot[];
  readonly values: readonly FacetValue[];
  readonly facet: 'acceptance' | 'freshness';
}

/** Shows clinics on a map, in clusters if they are many, and the same in a list beside it. */
export function ClinicPoints({ map, spots, values, facet }: ClinicPointsProps) {
  const { view, size, whole, setView } = map;
  const clusters = useMemo(() => clustersOf(spots, view, size), [spots, view, size]);
  const taken = useMemo(
    () => clusters.map((each) => boxAround(each, each.points.length > 1 ? CLUSTER_RADIUS : POINT_RADIUS)),
    [clusters],
  );
  const root = useRef<HTMLDivElement>(null);
  const open = ({ x, y }: Cluster<ClinicSpot>) => {
    setView(zoomed(view, whole, CLUSTER_ZOOM, { x: x / size.width, y: y / size.height }));
    // The cluster is gone: the keyboard goes on from the map.
    root.current?.querySelector<SVGElement>('.map')?.focus({ preventScroll: true });
  };
  const isClustered = clusters.some(({ points }) => points.length > 1);
  return (
    <Grid ref={root}>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <MapFrame
          map={map}
          taken={taken}
          label={fill(strings.picture, { shown: formatNumber(spots.length) })}
        >
          {clusters.map((cluster) =>
            cluster.points.length === 1 ? (
              <Point key={cluster.points[0]!.id} cluster={cluster} values={values} facet={facet} />
            ) : (
              <ClusterMark
                key={cluster.points[0]!.id}
                {...{ cluster, values, facet }}
                onOpen={() => open(cluster)}
              />
            ),
          )}
        </MapFrame>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <ScrollArea.Autosize
          mah={size.height}
          type="auto"
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': strings.list }}
        >
          <Stack component="ul" gap={4} p={0} m={0} className="plain">
            {clusters.map((cluster) => (
              <li key={cluster.points[0]!.id}>
                {cluster.points.length === 1 ? (
                  <RecordLink record="clinic" id={cluster.points[0]!.id} label={cluster.points[0]!.name} />
                ) : (
                  <Anchor component="button" type="button" ta="start" onClick={() => open(cluster)}>
                    {nameOf(cluster)}
                  </Anchor>
                )}
              </li>
            ))}
          </Stack>
        </ScrollArea.Autosize>
        {isClustered && <Note size="xs">{strings.clustersHint}</Note>}
      </Grid.Col>
    </Grid>
  );
}

interface MarkProps extends Pick<ClinicPointsProps, 'values' | 'facet'> {
  readonly cluster: Cluster<ClinicSpot>;
}

function Point({ cluster: { x, y, points }, values, facet }: MarkProps) {
  const spot = points[0]!;
  const { color, shape, name } = values.find(({ id }) => id === spot[facet])!;
  const label = `${spot.name}: ${name}`;
  return (
    <Link to={`/records/clinic/${spot.id}`} className="point" aria-label={label}>
      <title>{label}</title>
      <path d={`M${x} ${y}h0`} stroke={color} strokeLinecap={shape} />
    </Link>
  );
}

/** A disk with the number of its clinics, and their values as a ring. */
function ClusterMark({ cluster, values, facet, onOpen }: MarkProps & { readonly onOpen: () => void }) {
  const { x, y, points } = cluster;
  const counts = values.map(
    ({ id, color }) => [points.filter((spot) => spot[facet] === id).length, color] as const,
  );
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    onOpen();
  };
  return (
    <g
      className="cluster"
      role="button"
      tabIndex={0}
      aria-label={nameOf(cluster)}
      transform={`translate(${x} ${y})`}
      onClick={onOpen}
      onKeyDown={press}
    >
      <circle r={CLUSTER_RADIUS} />
      {counts.map(([count, color], index) => (
        <circle
          key={color}
          r={CLUSTER_RADIUS - 2}
          stroke={color}
          pathLength={points.length}
          strokeDasharray={`${count} ${points.length}`}
          strokeDashoffset={-counts.slice(0, index).reduce((sum, [before]) => sum + before, 0)}
        />
      ))}
      <text>{formatNumber(points.length)}</text>
    </g>
  );
}

const PLACES = PLACE_LABELS.map((label) => ({ name: label.name, ...toPlane(label) }));

/** Names a cluster after the place that is nearest to its first clinic. */
function nameOf({ points }: Cluster<ClinicSpot>): string {
  const { x, y } = points[0]!;
  const distances = PLACES.map((place) => Math.hypot(place.x - x, place.y - y));
  const place = PLACES[distances.indexOf(Math.min(...distances))]!.name;
  return fill(strings.cluster, { count: formatNumber(points.length), place });
}
