import type { ServiceLinks } from './readiness.js';

/** What the service says of itself, and how it asks its database whether it is there. */
export interface Service {
  readonly links: ServiceLinks;
  /** @throws when the database does not answer within 2 s */
  pingDatabase(): Promise<void>;
}

/** Token of the Service among Nest's providers. */
export const SERVICE = Symbol('Service');
