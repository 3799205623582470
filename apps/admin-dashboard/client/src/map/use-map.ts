import { type Size, type Spot, type View, viewOf } from '@care-atlas/domain/map';
import { useElementSize } from '@mantine/hooks';
import { useMemo, useState } from 'react';

const ASPECT = 16 / 10;
const HEIGHT = { least: 340, most: 620 };
/** Before the page is measured. */
const FIRST_WIDTH = 800;

/** The part of the plane that a map shows, in a picture as wide as there is room. */
export interface MapState {
  /** Measures the room. */
  readonly ref: (element: HTMLElement | null) => void;
  readonly size: Size;
  readonly view: View;
  /** The view of all spots. */
  readonly whole: View;
  readonly setView: (view: View) => void;
}

/** Keeps the view of a map that begins with all spots. */
export function useMap(spots: readonly Spot[]): MapState {
  const { ref, width: room } = useElementSize();
  const [zoomedView, setView] = useState<View | undefined>();
  const width = room || FIRST_WIDTH;
  const size = useMemo(
    () => ({ width, height: Math.min(Math.max(width / ASPECT, HEIGHT.least), HEIGHT.most) }),
    [width],
  );
  const whole = useMemo(() => viewOf(spots, size), [spots, size]);
  const view = useMemo(
    () => (zoomedView ? { ...zoomedView, height: (zoomedView.width * size.height) / size.width } : whole),
    [zoomedView, whole, size],
  );
  return { ref, size, view, whole, setView };
}
