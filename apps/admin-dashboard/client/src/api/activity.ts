const ACTIVE_MS = 30_000;

let lastInput = Date.now();
for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const) {
  addEventListener(event, () => (lastInput = Date.now()), { passive: true, capture: true });
}

/** Returns whether the user is active. Requests of an unattended page must not keep an idle session alive. */
export function isUserActive(): boolean {
  return Date.now() - lastInput < ACTIVE_MS;
}
