import { ActionIcon, Box, Group, Tooltip } from '@mantine/core';
import { useEventListener } from '@mantine/hooks';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { fill, formatNumber } from '../display/format.js';
import { ASPECT, type ClinicSpot, type FacetValue, moved, type View, zoomed } from './clinic-map-model.js';
import strings from './strings.json';

const ZOOM_IN = 0.6;
const STEP = 0.15;
/** The values are drawn in alternating layers: otherwise the last value would hide the others. */
const LAYERS = 24;
/** The maximum distance of the pointer from a clinic, as a fraction of the map's width. */
const HIT_DISTANCE = 0.015;

/** React's listeners are passive, and a passive listener cannot prevent the browser from zooming the page. */
const NOT_PASSIVE = { passive: false };

const MOVES: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};
const ZOOMS: Record<string, number> = { '+': ZOOM_IN, '=': ZOOM_IN, '-': 1 / ZOOM_IN };

interface MapPictureProps {
  readonly spots: readonly ClinicSpot[];
  readonly values: readonly FacetValue[];
  readonly facet: 'acceptance' | 'freshness';
  readonly view: View;
  readonly whole: View;
  readonly onView: (view: View) => void;
}

/** The map, which can be dragged and zoomed, and which names the clinic under the pointer. */
export function MapPicture({ spots, values, facet, view, whole, onView }: MapPictureProps) {
  const [hovered, setHovered] = useState<ClinicSpot | undefined>();
  const zoom = (factor: number, at?: { x: number; y: number }) => onView(zoomed(view, whole, factor, at));
  // Zooms with Ctrl and the wheel, which is also how browsers report a pinch. The wheel alone scrolls the page.
  const turn = (event: HTMLElementEventMap['wheel']) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
    const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    zoom(event.deltaY < 0 ? 0.9 : 1 / 0.9, at);
  };
  const picture = useEventListener('wheel', turn, NOT_PASSIVE);

  const move = (event: PointerEvent<SVGSVGElement>) => {
    const { width, height } = event.currentTarget.getBoundingClientRect();
    if (event.buttons === 1) {
      onView(moved(view, whole, { x: -event.movementX / width, y: -event.movementY / height }));
      return;
    }
    setHovered(nearest(spots, positionOf(event, view), view.width * HIT_DISTANCE));
  };
  const press = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    const factor = ZOOMS[event.key];
    if (by === undefined && factor === undefined) return;
    event.preventDefault();
    if (by) onView(moved(view, whole, by));
    if (factor !== undefined) zoom(factor);
  };
  const buttons = [
    [strings.zoomIn, IconPlus, () => zoom(ZOOM_IN)],
    [strings.zoomOut, IconMinus, () => zoom(1 / ZOOM_IN)],
    [strings.reset, IconZoomReset, () => onView(whole)],
  ] as const;
  return (
    <Box pos="relative">
      <Tooltip.Floating label={hovered?.name ?? ''} disabled={!hovered}>
        <svg
          ref={picture}
          className="map"
          viewBox={`${view.x} ${view.y} ${view.width} ${view.width / ASPECT}`}
          role="img"
          aria-label={fill(strings.picture, { shown: formatNumber(spots.length) })}
          tabIndex={0}
          onKeyDown={press}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={move}
          onPointerLeave={() => setHovered(undefined)}
        >
          {Array.from({ length: LAYERS }, (_, layer) => {
            const ofLayer = spots.filter((_spot, index) => index % LAYERS === layer);
            return values.map(({ id, color, shape }) => (
              <path
                key={`${layer} ${id}`}
                stroke={color}
                strokeLinecap={shape}
                // A line of length zero is drawn as its caps, so that one element holds many points.
                d={ofLayer
                  .filter((spot) => spot[facet] === id)
                  .map(({ x, y }) => `M${x} ${y}h0`)
                  .join('')}
              />
            ));
          })}
        </svg>
      </Tooltip.Floating>
      <Group pos="absolute" top={8} right={8} gap={4}>
        {buttons.map(([label, Icon, onClick]) => (
          <ActionIcon key={label} variant="default" aria-label={label} onClick={onClick}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        ))}
      </Group>
    </Box>
  );
}

function positionOf(event: PointerEvent<SVGSVGElement>, view: View): { x: number; y: number } {
  const { left, top, width } = event.currentTarget.getBoundingClientRect();
  const scale = view.width / width;
  return { x: view.x + (event.clientX - left) * scale, y: view.y + (event.clientY - top) * scale };
}

function nearest(
  spots: readonly ClinicSpot[],
  at: { readonly x: number; readonly y: number },
  within: number,
): ClinicSpot | undefined {
  let found: ClinicSpot | undefined;
  let least = within;
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - at.x, spot.y - at.y);
    if (distance > least) continue;
    found = spot;
    least = distance;
  }
  return found;
}
