import { type PointerEvent, type SVGProps, useRef } from 'react';

type Point = { readonly x: number; readonly y: number };
type Handlers = Pick<
  SVGProps<SVGSVGElement>,
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onDragStart'
>;

/** A pointer that moves less is a click, which links need. */
const THRESHOLD_PIXELS = 5;

/**
 * Returns handlers of a picture that one pointer moves, and two zoom.
 * @param onMove receives fractions of the width and height
 * @param onZoom receives a factor, and the fixed point as fractions
 */
export function useDrag(onMove: (by: Point) => void, onZoom: (factor: number, at: Point) => void): Handlers {
  const pointers = useRef(new Map<number, Point>());
  const release = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  return {
    onPointerDown: ({ pointerId, clientX: x, clientY: y }) => void pointers.current.set(pointerId, { x, y }),
    onPointerMove: ({ currentTarget, pointerId, clientX: x, clientY: y }) => {
      const before = pointers.current.get(pointerId);
      if (!before) return;
      if (!currentTarget.hasPointerCapture(pointerId)) {
        if (distance(before, { x, y }) < THRESHOLD_PIXELS) return;
        currentTarget.setPointerCapture(pointerId);
      }
      pointers.current.set(pointerId, { x, y });
      const { left, top, width, height } = currentTarget.getBoundingClientRect();
      const other = [...pointers.current].find(([id]) => id !== pointerId)?.[1];
      if (!other) return onMove({ x: (before.x - x) / width, y: (before.y - y) / height });
      const at = { x: ((x + other.x) / 2 - left) / width, y: ((y + other.y) / 2 - top) / height };
      onZoom(distance(before, other) / Math.max(1, distance({ x, y }, other)), at);
    },
    onPointerUp: release,
    onPointerCancel: release,
    // Otherwise the browser drags the links.
    onDragStart: (event) => event.preventDefault(),
  };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
