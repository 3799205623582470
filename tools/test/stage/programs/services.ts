import { join } from 'node:path';
import { PROJECT } from '../../../src/project.js';

/** The services: their program, the variable of their port, and a path that answers with success when they are ready. */
export const SERVICES = {
  api: { main: 'apps/api/src/main.ts', port: 'PORT', ready: '/api/v1/' },
  mcp: { main: 'apps/mcp/src/main.ts', port: 'MCP_PORT', ready: '/' },
  dashboard: { main: 'apps/admin-dashboard/server/src/main.ts', port: 'DASHBOARD_PORT', ready: '/api/ping' },
} as const;

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];

/**
 * Returns the arguments of Node that run a program from source.
 * @param main its file, from the root folder of the project
 */
export function sourceArguments(main: string, flags: readonly string[] = []): string[] {
  const hook = `--import=${join(PROJECT, 'tools/dev-register.mjs')}`;
  return ['--conditions=@care-atlas/source', hook, ...flags, join(PROJECT, main)];
}
