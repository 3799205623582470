import { type VARIABLES, variablesOf } from '@care-atlas/server/configuration';
import type { DeployedProgram, Target } from './programs.js';

type Name = keyof typeof VARIABLES;

/** What a program that reads a variable connects to. */
export const REACHED: Partial<Record<Name, Target>> = {
  DATABASE_URL: 'database',
  DIRECTORY_DATABASE_URL: 'database',
  REDIS_URL: 'store',
  HEALTH_API_URL: 'api',
  HEALTH_MCP_URL: 'mcp',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'collector',
  OIDC_ISSUER: 'web',
  ALERT_WEBHOOK_URL: 'web',
  EXPORT_BUCKET_URL: 'web',
  STRIPE_API_URL: 'web',
  ALERT_SMTP_URL: 'mail',
};

/** Returns what a program connects to: by its variables, and otherwise. */
export function targetsOf({ reads, also = [] }: DeployedProgram): Target[] {
  const names = Object.keys(variablesOf(reads)) as Name[];
  return [...new Set([...names.flatMap((name) => REACHED[name] ?? []), ...also])].toSorted();
}

/** Addresses that programs show to people and clients. */
export const SHOWN: readonly Name[] = [
  'BASE_URL',
  'MCP_URL',
  'DASHBOARD_URL',
  'REGISTER_PAGE_URL',
  'SELLER_TERMS_URL',
];

/** Addresses of clients, of which the program accepts requests; MCP_ALLOWED_ORIGINS are origins of pages. */
export const ACCEPTED: readonly Name[] = ['MCP_ALLOWED_ORIGINS'];
