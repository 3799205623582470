import { Chip, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ClinicPoint } from '#contract/directory';
import { formatNumber } from '../display/format.js';
import { Swatch } from '../display/freshness-bar.js';
import { ACCEPTANCE, FRESHNESS, project } from './clinic-facets.js';
import { MapPicture } from './map-picture.js';
import { MapTable } from './map-table.js';
import { isInView, type View, wholeView } from './map-view.js';
import { strings } from './strings.js';

const FACETS = { acceptance: ACCEPTANCE, freshness: FRESHNESS };

/** Shows the clinics on a map, colored by a facet, and their counts in a table. */
export function ClinicMap({ clinics }: { readonly clinics: readonly ClinicPoint[] }) {
  const spots = useMemo(() => project(clinics), [clinics]);
  const whole = useMemo(() => wholeView(spots), [spots]);
  const [zoomedView, setZoomedView] = useState<View | undefined>();
  const [facet, setFacet] = useState<keyof typeof FACETS>('acceptance');
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const view = zoomedView ?? whole;
  const values = FACETS[facet];
  const shown = useMemo(
    () => spots.filter((spot) => !hidden.includes(spot[facet]) && isInView(spot, view)),
    [spots, hidden, facet, view],
  );
  return (
    <Stack>
      <Group gap="lg">
        <SegmentedControl
          aria-label={strings.colorBy}
          data={Object.entries(strings.facets).map(([value, label]) => ({ value, label }))}
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
      <MapPicture
        spots={shown}
        values={values}
        facet={facet}
        view={view}
        whole={whole}
        onView={setZoomedView}
      />
      <Text size="sm" c="dimmed" role="status">
        {strings.inView(formatNumber(shown.length), formatNumber(spots.length))}
      </Text>
      <MapTable spots={shown} />
    </Stack>
  );
}
