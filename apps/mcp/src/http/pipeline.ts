import {
  type AuthInfo,
  createMcpHandler,
  type McpHttpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { CallerFacts } from '../connector/connector-call.js';
import type { Connector } from '../connector/connector.js';

/** Token of the McpHttpHandler among Nest's providers. */
export const PIPELINE = Symbol('Pipeline');

/** Serves both eras of the protocol, each request by a server of its own: nothing is kept between two. */
export function pipeline(servers: McpServerFactory, onFault: (error: Error) => void): McpHttpHandler {
  return createMcpHandler(servers, { legacy: 'stateless', onerror: onFault });
}

/** The servers of the directory's connector. */
export function directoryServers(connector: Connector): McpServerFactory {
  return ({ authInfo }) => connector.serverFor(factsOf(authInfo));
}

/** The caller as the protocol library passes it on; the key or token itself stays behind. */
export function authInfoOf(facts: CallerFacts): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { facts } };
}

function factsOf(authInfo: AuthInfo | undefined): CallerFacts {
  return authInfo?.extra?.['facts'] as CallerFacts;
}
