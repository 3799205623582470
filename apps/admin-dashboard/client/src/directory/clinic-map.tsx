import { isInView } from '@care-atlas/domain/map';
import { Chip, Group, SegmentedControl, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ClinicPoint } from '#contract/directory/directory';
import { fill, formatNumber } from '../display/format.js';
import { Swatch } from '../display/freshness-bar.js';
import { Note } from '../display/values.js';
import { type Column, DataTable } from '../lists/data-table.js';
import { choicesOf } from '../lists/url-state.js';
import { useMap } from '../map/use-map.js';
import { ACCEPTANCE, type ClinicSpot, type FacetValue, FRESHNESS } from './clinic-map-model.js';
import { spotsOf } from './clinic-map-model.js';
import { ClinicPoints } from './clinic-points.js';
import { TEXTS } from '../language/texts.js';

const { directory: strings } = TEXTS;

const FACETS = { acceptance: ACCEPTANCE, freshness: FRESHNESS };

/** Shows the clinics on a map, colored by a facet, and their counts in a table. */
export function ClinicMap({ clinics }: { readonly clinics: readonly ClinicPoint[] }) {
  const spots = useMemo(() => spotsOf(clinics), [clinics]);
  const map = useMap(spots);
  const [facet, setFacet] = useState<keyof typeof FACETS>('acceptance');
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const values = FACETS[facet];
  const { view } = map;
  const shown = useMemo(
    () => spots.filter((spot) => !hidden.includes(spot[facet]) && isInView(spot, view)),
    [spots, hidden, facet, view],
  );
  const inView = { shown: formatNumber(shown.length), all: formatNumber(spots.length) };
  return (
    <Stack>
      <Group gap="lg">
        <SegmentedControl
          aria-label={strings.colorBy}
          data={choicesOf(strings.facets)}
          value={facet}
          onChange={(value) => {
            setFacet(value as keyof typeof FACETS);
            setHidden([]);
          }}
        />
        <Chip.Group
          multiple
          value={values.map(({ id }) => id).filter((id) => !hidden.includes(id))}
          onChange={(chosen) => setHidden(values.map(({ id }) => id).filter((id) => !chosen.includes(id)))}
        >
          <Group gap="xs">
            {values.map(({ id, name, color, shape }) => (
              <Chip key={id} value={id} size="sm" variant="outline">
                <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
                  <Swatch color={color} round={shape === 'round'} />
                  {name}
                </Group>
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Group>
      <ClinicPoints {...{ map, spots: shown, values, facet }} />
      <Note role="status">{fill(strings.inView, inView)}</Note>
      <MapTable spots={shown} />
    </Stack>
  );
}

/** Shows the exact counts of the map, which screen readers cannot read from the picture. */
function MapTable({ spots }: { readonly spots: readonly ClinicSpot[] }) {
  const count = (acceptance: string, freshness?: string) =>
    formatNumber(
      spots.filter(
        (spot) => spot.acceptance === acceptance && (freshness === undefined || spot.freshness === freshness),
      ).length,
    );
  const columns: Column<FacetValue>[] = [
    { head: strings.newPatients, text: 'name', isRowHead: true },
    ...FRESHNESS.map(({ id, name }) => ({
      head: name,
      cell: (acceptance: FacetValue) => count(acceptance.id, id),
    })),
    { head: strings.total, cell: ({ id }) => count(id), cellProps: { fw: 600 } },
  ];
  return <DataTable label={strings.table} table={{ minWidth: 520, columns }} rows={ACCEPTANCE} />;
}
