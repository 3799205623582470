import { ActionIcon, Box, Group, Tooltip } from '@mantine/core';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../display/format.js';
import type { ClinicSpot, FacetValue } from './clinic-facets.js';
import { ASPECT, moved, type View, zoomed } from './map-view.js';
import { strings } from './strings.js';

const ZOOM_IN = 0.6;
const STEP = 0.15;
/** The values are drawn in alternating layers: otherwise the last value would hide the others. */
const LAYERS = 24;
/** The maximum distance of the pointer from a clinic, as a fraction of the map's width. */
const HIT_DISTANCE = 0.015;

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
  const picture = useRef<SVGSVGElement>(null);
  const [hovered, setHovered] = useState<ClinicSpot | undefined>();
  const zoom = (factor: number, at?: { x: number; y: number }) => onView(zoomed(view, whole, factor, at));
  useWheel(picture, zoom);

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
  return (
    <Box pos="relative">
      <Tooltip.Floating label={hovered?.name ?? ''} disabled={!hovered}>
        <svg
          ref={picture}
          className="map"
          viewBox={`${view.x} ${view.y} ${view.width} ${view.width / ASPECT}`}
          role="img"
          aria-label={strings.picture(formatNumber(spots.length))}
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
        <ActionIcon variant="default" aria-label={strings.zoomIn} onClick={() => zoom(ZOOM_IN)}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={strings.zoomOut} onClick={() => zoom(1 / ZOOM_IN)}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={strings.reset} onClick={() => onView(whole)}>
          <IconZoomReset size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Box>
  );
}

/** Zooms with Ctrl and the wheel, which is also how browsers report a pinch. The wheel alone scrolls the page. */
function useWheel(
  picture: React.RefObject<SVGSVGElement | null>,
  zoom: (factor: number, at: { x: number; y: number }) => void,
): void {
  const latest = useRef(zoom);
  useEffect(() => {
    latest.current = zoom;
  });
  useEffect(() => {
    const element = picture.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey || !element) return;
      // React's listeners are passive, and a passive listener cannot prevent the browser from zooming the page.
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
      latest.current(event.deltaY < 0 ? 0.9 : 1 / 0.9, at);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [picture]);
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
