import { visibleText } from '../../visible-text.js';
import { isLoopback } from '../../http/resource-names.js';

/** Where the response to an authorization goes, in terms that a person can judge. */
export type Destination =
  | { readonly kind: 'site'; readonly host: string }
  /** An unidentified program on the person's own computer. */
  | { readonly kind: 'computer'; readonly host: string }
  /** An app with its own address scheme. */
  | { readonly kind: 'app'; readonly scheme: string };

/** What is known about the client that requests access. */
export interface RequestingClient {
  /** The name that it gives itself, in one line without hidden characters; empty if it gives none. */
  readonly name: string;
  readonly destination: Destination;
  /** The address of its published metadata; undefined for a client that registered itself, unverified. */
  readonly published: URL | undefined;
}

export function requestingClient(
  clientId: string,
  clientName: string | undefined,
  redirectUri: string,
): RequestingClient {
  const published = clientId.startsWith('https://') ? new URL(clientId) : undefined;
  const visibleName = visibleText(clientName ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const name = visibleName || published?.host || '';
  return { name, published, destination: destinationOf(new URL(redirectUri)) };
}

function destinationOf({ protocol, host, hostname }: URL): Destination {
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'app', scheme: protocol };
  return { kind: isLoopback(hostname) ? 'computer' : 'site', host };
}
