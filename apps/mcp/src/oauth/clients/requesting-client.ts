/** Where the answer to an authorization goes, as a person can judge it. */
export type Destination =
  | { readonly kind: 'site'; readonly host: string }
  /** A program on the person's own computer; any program there could be it. */
  | { readonly kind: 'computer'; readonly host: string }
  /** An app that opens addresses of a scheme of its own. */
  | { readonly kind: 'app'; readonly scheme: string };

/** Who asks for access, as far as it is known. */
export interface RequestingClient {
  /** What it calls itself. */
  readonly name: string;
  readonly destination: Destination;
  /** The address at which it publishes what it is; absent when it merely registered itself, unchecked. */
  readonly published: URL | undefined;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export function requestingClient(
  clientId: string,
  clientName: string | undefined,
  redirectUri: string,
): RequestingClient {
  const published = clientId.startsWith('https://') ? new URL(clientId) : undefined;
  const name = clientName?.trim() || published?.host || 'A program without a name';
  return { name, published, destination: destinationOf(new URL(redirectUri)) };
}

function destinationOf({ protocol, host, hostname }: URL): Destination {
  if (protocol !== 'http:' && protocol !== 'https:') return { kind: 'app', scheme: protocol };
  return { kind: LOOPBACK.has(hostname) ? 'computer' : 'site', host };
}
