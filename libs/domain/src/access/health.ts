/** The parts of a deployment that are watched, in the order in which they are shown. */
export const HEALTH_COMPONENTS = [
  'api',
  'connector',
  'dashboard',
  'database',
  'standby',
  'store',
  'datasets',
  'exports',
  'register',
  'backup',
] as const;
export type HealthComponent = (typeof HEALTH_COMPONENTS)[number];

/** `unknown` also stands for what a deployment does not have. */
export const HEALTH_STATES = ['up', 'degraded', 'down', 'unknown'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** The components that the public sees. */
export const PUBLIC_COMPONENTS = [
  'api',
  'connector',
  'register',
  'exports',
] as const satisfies readonly HealthComponent[];
export type PublicComponent = (typeof PUBLIC_COMPONENTS)[number];
