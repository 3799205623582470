import {
  type AuthInfo,
  createMcpHandler,
  type McpHttpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import type { CallerContext, Connector } from '../connector/connector.js';

/** Nest token of the McpHttpHandler. */
export const PROTOCOL_HANDLER = Symbol('ProtocolHandler');

/** Returns a handler of both generations of the protocol. Each request gets its own server; no state remains. */
export function protocolHandler(servers: McpServerFactory, onError: (error: Error) => void): McpHttpHandler {
  return createMcpHandler(servers, { legacy: 'stateless', onerror: onError });
}

/** Returns the factory of the connector's servers. */
export function connectorServers(connector: Connector): McpServerFactory {
  return ({ authInfo }) => connector.serverFor(authInfo?.extra?.['context'] as CallerContext);
}

/** Packs the context of a caller for the protocol library. The key or token itself is not passed on. */
export function authInfoOf(context: CallerContext): AuthInfo {
  return { token: '', clientId: '', scopes: [], extra: { context } };
}
