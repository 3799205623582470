import {
  CELLS,
  type Measure,
  MEASURES,
  PLACE_LABELS,
  shadeOf,
  shadeRanges,
  toPlane,
} from '@care-atlas/domain/map';
import { PLACES } from '@care-atlas/domain/places';
import { Group, Stack } from '@mantine/core';
import { useMemo } from 'react';
import type { AreaCoverage } from '@care-atlas/domain/contract';
import { fill, formatNumber, formatPercent } from '../display/format.js';
import { Note } from '../display/values.js';
import { MapFrame } from '../map/map-frame.js';
import { useMap } from '../map/use-map.js';
import { TEXTS } from '../language/texts.js';

const { coverage: strings } = TEXTS;

const POSTAL_AREAS = PLACES.filter(({ kind }) => kind === 'postal-area');
const SPOTS = POSTAL_AREAS.map(toPlane);

interface CoverageMapProps {
  readonly areas: readonly AreaCoverage[];
  readonly measure: Measure;
}

/** Shades each postal area by a measure, and writes the value where there is room. */
export function CoverageMap({ areas, measure }: CoverageMapProps) {
  const map = useMap(SPOTS);
  const byName = useMemo(() => new Map(areas.map((area) => [area.postalArea, area])), [areas]);
  const ranges = useMemo(() => shadeRanges(areas, measure), [areas, measure]);
  const format = (value: number) => (measure === 'doctors' ? formatNumber(value) : formatPercent(value));
  const textOf = (area: AreaCoverage) => {
    const value = area.doctors === 0 ? undefined : MEASURES[measure](area);
    return value === undefined
      ? undefined
      : fill(strings.cell, { area: area.postalArea, value: format(value) });
  };
  // A share of few doctors says little.
  const titleOf = (area: AreaCoverage) => {
    const text = textOf(area);
    if (text === undefined) return fill(strings.cell, { area: area.postalArea, value: strings.noDoctors });
    return measure === 'doctors'
      ? text
      : fill(strings.ofHowMany, { text, doctors: formatNumber(area.doctors) });
  };
  const labels = useMemo(
    () => [
      ...POSTAL_AREAS.flatMap(({ name, lat, lng }) => {
        const text = textOf(byName.get(name)!);
        return text === undefined ? [] : [{ name: text, lat, lng, widest: 6_000 }];
      }),
      ...PLACE_LABELS,
    ],
    [byName, measure],
  );
  const shades = CELLS.map(([name, path]) => {
    const area = byName.get(name)!;
    const shade = shadeOf(area, measure, ranges);
    return (
      <path key={name} className={`cell shade-${shade ?? 'none'}`} d={path}>
        <title>{titleOf(area)}</title>
      </path>
    );
  });
  return (
    <Stack gap="xs">
      <MapFrame map={map} label={strings.picture} shades={shades} labels={labels} />
      <Note>{strings.meanings[measure]}</Note>
      <Group component="ul" gap="md" p={0} m={0} className="plain">
        <Legend shade="none" text={strings.noDoctors} />
        {ranges.map(({ from, to, shade }) => (
          <Legend
            key={from}
            shade={shade}
            text={from === to ? format(from) : fill(strings.range, { from: format(from), to: format(to) })}
          />
        ))}
      </Group>
      <Note size="xs">{strings.approximate}</Note>
    </Stack>
  );
}

function Legend({ shade, text }: { readonly shade: number | 'none'; readonly text: string }) {
  return (
    <Group component="li" gap={6}>
      <svg className="legend" width={22} height={16} aria-hidden>
        <rect className={`cell shade-${shade}`} width={22} height={16} />
      </svg>
      {text}
    </Group>
  );
}
