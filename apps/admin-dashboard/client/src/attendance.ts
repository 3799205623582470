const ATTENDED_MS = 30_000;

let lastDeed = Date.now();
for (const deed of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
  addEventListener(deed, () => (lastDeed = Date.now()), { passive: true, capture: true });
}

/** Whether somebody is at the page: what it asks for by itself must not keep an idle session alive. */
export function isAttended(): boolean {
  return Date.now() - lastDeed < ATTENDED_MS;
}
