import type { ServiceLinks } from './readiness.js';

/** The links of the service, and its readiness check. */
export interface Service {
  readonly links: ServiceLinks;
  /** @throws when the database does not answer within 2 s, or the process is stopping */
  requireReady(): Promise<void>;
}

/** The injection token of Service. */
export const SERVICE = Symbol('Service');
