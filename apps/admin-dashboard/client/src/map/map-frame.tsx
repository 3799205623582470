import {
  type Box,
  LABEL_RISE,
  LAKES,
  type MapLabel,
  moved,
  PLACE_LABELS,
  placedLabels,
  type Size,
  STATIONS,
  SUBWAY,
  transformOf,
  zoomed,
} from '@care-atlas/domain/map';
import { ActionIcon, Box as Frame, Group } from '@mantine/core';
import { useEventListener } from '@mantine/hooks';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { Note } from '../display/values.js';
import { TEXTS } from '../language/texts.js';
import { useDrag } from './use-drag.js';
import type { MapState } from './use-map.js';

const { map: strings } = TEXTS;

const ZOOM_IN = 0.6;
const STEP = 0.15;

/** React's listeners are passive, and a passive listener cannot prevent the browser from zooming the page. */
const NOT_PASSIVE = { passive: false };

const MOVES: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};
const ZOOMS: Record<string, number> = { '+': ZOOM_IN, '=': ZOOM_IN, '-': 1 / ZOOM_IN };

const NOTHING: readonly Box[] = [];
/** Where the buttons stand. */
const buttonsOf = ({ width }: Size): Box => ({ west: width - 108, east: width, north: 0, south: 44 });

interface MapFrameProps {
  readonly map: MapState;
  readonly label: string;
  /** Drawn in the plane, below the lakes. */
  readonly shades?: ReactNode;
  /** Where no name may stand. */
  readonly taken?: readonly Box[];
  /** Names, most important first. */
  readonly labels?: readonly MapLabel[];
  /** Drawn in pixels, above everything. */
  readonly children?: ReactNode;
}

/** Shores, subway lines and names, which can be dragged and zoomed, with what a map shows of them. */
export function MapFrame({
  map,
  label,
  shades,
  taken = NOTHING,
  labels = PLACE_LABELS,
  children,
}: MapFrameProps) {
  const { view, whole, size, setView } = map;
  const zoom = (factor: number, at?: { x: number; y: number }) => setView(zoomed(view, whole, factor, at));
  // Zooms with Ctrl and the wheel, which is also how browsers report a pinch on a trackpad. The wheel alone scrolls the page.
  const turn = (event: HTMLElementEventMap['wheel']) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left, top, width, height } = (event.currentTarget as Element).getBoundingClientRect();
    const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    zoom(event.deltaY < 0 ? 0.9 : 1 / 0.9, at);
  };
  const wheel = useEventListener('wheel', turn, NOT_PASSIVE);
  const drag = useDrag((by) => setView(moved(view, whole, by)), zoom);
  const press = (event: KeyboardEvent<SVGSVGElement>) => {
    const by = MOVES[event.key];
    const factor = ZOOMS[event.key];
    if (by === undefined && factor === undefined) return;
    event.preventDefault();
    // What had the focus may leave the view.
    event.currentTarget.focus({ preventScroll: true });
    if (by) setView(moved(view, whole, by));
    if (factor !== undefined) zoom(factor);
  };
  const names = useMemo(
    () => placedLabels(labels, view, size, [buttonsOf(size), ...taken]),
    [labels, view, size, taken],
  );
  const buttons = [
    [strings.zoomIn, IconPlus, () => zoom(ZOOM_IN)],
    [strings.zoomOut, IconMinus, () => zoom(1 / ZOOM_IN)],
    [strings.reset, IconZoomReset, () => setView(whole)],
  ] as const;
  return (
    // The listener is another one each time. What is measured keeps its ref: another ref would measure, and draw, again and again.
    <div ref={map.ref}>
      <Frame pos="relative" ref={wheel as (element: HTMLElement | null) => void}>
        <svg
          className="map"
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="group"
          aria-label={label}
          tabIndex={0}
          onKeyDown={press}
          {...drag}
        >
          <g transform={transformOf(view, size)} aria-hidden>
            {shades}
            <path className="lake" fillRule="evenodd" d={LAKES} />
            {SUBWAY.map(([line, path]) => (
              <path key={line} className={`subway line-${line}`} d={path} />
            ))}
            <path className="stations" d={STATIONS} />
          </g>
          <g aria-hidden>
            {names.map(({ x, y, label: { name, lat } }) => (
              <text key={`${name} ${lat}`} x={x} y={y - LABEL_RISE}>
                {name}
              </text>
            ))}
          </g>
          {children}
        </svg>
        <Group pos="absolute" top={8} right={8} gap={4}>
          {buttons.map(([name, Icon, onClick]) => (
            <ActionIcon key={name} variant="default" aria-label={name} onClick={onClick}>
              <Icon size={16} aria-hidden />
            </ActionIcon>
          ))}
        </Group>
      </Frame>
      <Note size="xs">{strings.attribution}</Note>
    </div>
  );
}
