import { Chip, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { ClinicPoint } from '../../../contract/directory.js';
import { number } from '../format.js';
import { Swatch } from '../parts/freshness-bar.js';
import { TEXTS } from '../texts/texts.js';
import { ACCEPTANCE, FRESHNESS, layOut } from './clinic-facets.js';
import { MapPicture } from './map-picture.js';
import { MapTable } from './map-table.js';
import { isInView, type View, wholeView } from './map-view.js';

const { directory: texts } = TEXTS;
const FACETS = { acceptance: ACCEPTANCE, freshness: FRESHNESS };

/** The clinics as points, coloured by what one asks about, with the same counts as a table. */
export function ClinicMap({ clinics }: { readonly clinics: readonly ClinicPoint[] }) {
  const spots = useMemo(() => layOut(clinics), [clinics]);
  const whole = useMemo(() => wholeView(spots), [spots]);
  const [nearer, setNearer] = useState<View | undefined>();
  const [facet, setFacet] = useState<keyof typeof FACETS>('acceptance');
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const view = nearer ?? whole;
  const values = FACETS[facet];
  const shown = useMemo(
    () => spots.filter((spot) => !hidden.includes(spot[facet]) && isInView(spot, view)),
    [spots, hidden, facet, view],
  );
  return (
    <Stack>
      <Group gap="lg">
        <SegmentedControl
          aria-label={texts.colourBy}
          data={Object.entries(texts.facets).map(([value, label]) => ({ value, label }))}
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
            {values.map(({ id, name, colour, shape }) => (
              <Chip key={id} value={id} size="sm" variant="outline">
                <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
                  <Swatch colour={colour} round={shape === 'round'} />
                  {name}
                </Group>
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Group>
      <MapPicture spots={shown} values={values} facet={facet} view={view} whole={whole} onView={setNearer} />
      <Text size="sm" c="dimmed" role="status">
        {texts.inView(number(shown.length), number(spots.length))}
      </Text>
      <MapTable spots={shown} />
    </Stack>
  );
}
