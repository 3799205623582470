import { ActionIcon, Box, Group, Tooltip } from '@mantine/core';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { number } from '../format.js';
import { TEXTS } from '../texts/texts.js';
import type { FacetValue, Spot } from './clinic-facets.js';
import { ASPECT, moved, type View, zoomed } from './map-view.js';

const { directory: texts } = TEXTS;
const NEARER = 0.6;
const STEP = 0.15;
/** Values are drawn in turns, a part of the points each time: otherwise the last one would hide the others. */
const TURNS = 24;
/** How near to a point one has to point, as a part of the picture's width. */
const REACH = 0.015;

const MOVES: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};
const ZOOMS: Record<string, number> = { '+': NEARER, '=': NEARER, '-': 1 / NEARER };

interface MapPictureProps {
  readonly spots: readonly Spot[];
  readonly values: readonly FacetValue[];
  readonly facet: 'acceptance' | 'freshness';
  readonly view: View;
  readonly whole: View;
  readonly onView: (view: View) => void;
}

/** The picture itself: dragged, zoomed by wheel, buttons and keys, with the name of the clinic one points at. */
export function MapPicture({ spots, values, facet, view, whole, onView }: MapPictureProps) {
  const picture = useRef<SVGSVGElement>(null);
  const [pointed, setPointed] = useState<Spot | undefined>();
  const zoom = (factor: number, at?: { x: number; y: number }) => onView(zoomed(view, whole, factor, at));
  useWheel(picture, zoom);

  const move = (event: PointerEvent<SVGSVGElement>) => {
    const { width, height } = event.currentTarget.getBoundingClientRect();
    if (event.buttons === 1) {
      onView(moved(view, whole, { x: -event.movementX / width, y: -event.movementY / height }));
      return;
    }
    setPointed(nearest(spots, placeOf(event, view), view.width * REACH));
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
      <Tooltip.Floating label={pointed?.name ?? ''} disabled={!pointed}>
        <svg
          ref={picture}
          className="map"
          viewBox={`${view.x} ${view.y} ${view.width} ${view.width / ASPECT}`}
          role="img"
          aria-label={texts.picture(number(spots.length))}
          tabIndex={0}
          onKeyDown={press}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={move}
          onPointerLeave={() => setPointed(undefined)}
        >
          {Array.from({ length: TURNS }, (_, turn) => {
            const ofTurn = spots.filter((_spot, index) => index % TURNS === turn);
            return values.map(({ id, colour, shape }) => (
              <path
                key={`${turn} ${id}`}
                stroke={colour}
                strokeLinecap={shape}
                // A line without length is drawn as its caps: many points in one element.
                d={ofTurn
                  .filter((spot) => spot[facet] === id)
                  .map(({ x, y }) => `M${x} ${y}h0`)
                  .join('')}
              />
            ));
          })}
        </svg>
      </Tooltip.Floating>
      <Group pos="absolute" top={8} right={8} gap={4}>
        <ActionIcon variant="default" aria-label={texts.zoomIn} onClick={() => zoom(NEARER)}>
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={texts.zoomOut} onClick={() => zoom(1 / NEARER)}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={texts.reset} onClick={() => onView(whole)}>
          <IconZoomReset size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </Box>
  );
}

/** Zooms by the wheel together with Ctrl, as a pinch also says it: the wheel alone scrolls the page. */
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
      // React listens passively, and a passive listener cannot keep the browser from zooming the page.
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
      latest.current(event.deltaY < 0 ? 0.9 : 1 / 0.9, at);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [picture]);
}

function placeOf(event: PointerEvent<SVGSVGElement>, view: View): { x: number; y: number } {
  const { left, top, width } = event.currentTarget.getBoundingClientRect();
  const scale = view.width / width;
  return { x: view.x + (event.clientX - left) * scale, y: view.y + (event.clientY - top) * scale };
}

function nearest(
  spots: readonly Spot[],
  at: { readonly x: number; readonly y: number },
  within: number,
): Spot | undefined {
  let found: Spot | undefined;
  let least = within;
  for (const spot of spots) {
    const distance = Math.hypot(spot.x - at.x, spot.y - at.y);
    if (distance > least) continue;
    found = spot;
    least = distance;
  }
  return found;
}
