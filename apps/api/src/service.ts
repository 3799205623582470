import type { ServiceLinks } from './readiness.js';

/** What the service says of itself, and how it finds out whether it is ready. */
export interface Service {
  readonly links: ServiceLinks;
  /** @throws when the database does not answer within 2 s, or the process has been told to stop */
  requireReady(): Promise<void>;
}

/** Token of the Service among Nest's providers. */
export const SERVICE = Symbol('Service');
