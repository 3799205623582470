import { lookup, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { type Configuration, Provider } from 'oidc-provider';

/** Fetches the documents that clients publish: their metadata and keys. */
export type FetchDocument = NonNullable<Configuration['fetch']>;

export type Resolve = (
  host: string,
  options: { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses?: readonly LookupAddress[]) => void,
) => void;

export interface DocumentOptions {
  /** Networks that are allowed although they are not public, for development. */
  readonly networks: readonly string[];
  /** Looks up the addresses of a host name, as Node does. */
  readonly resolve?: Resolve;
  /** Settles when a fetch that begins now is refused, if it is. */
  readonly refusalTime?: () => Promise<unknown>;
}

const LONGEST_FETCH_MS = 2_500;
/** When a fetch is refused, after its beginning: how soon it fails would reveal ports and hosts. */
const REFUSAL_MS = 3_000;
const LARGEST_DOCUMENT = 16_384;

/** Special-use networks (RFC 6890), multicast and reserved ones. */
const SPECIAL_IPV4 = blockList(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24',
  '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
);
/** Global unicast. Loopback, link-local, unique local, multicast, IPv4-mapped and NAT64 addresses are outside. */
const GLOBAL_IPV6 = blockList('2000::/3');
/** Networks of global unicast that lead elsewhere: protocol assignments with Teredo, documentation, 6to4, AS112. */
const SPECIAL_IPV6 = blockList('2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20');

/**
 * Returns a fetch of the provider for the public internet: it opens no connection to an internal address or to one of
 * this machine, whatever a name resolves to, and follows no redirect. All refusals are one error at one time.
 */
export function documentFetch(options: DocumentOptions): FetchDocument {
  const { resolve = lookup, refusalTime = () => setTimeout(REFUSAL_MS, undefined, { ref: false }) } = options;
  const allowed = blockList(...options.networks);
  const attempted = new WeakMap<object, string>();

  // The connection itself looks the name up here, so that a second answer of a name server cannot replace a checked one.
  const publicLookup: LookupFunction = (host, _options, callback) => {
    resolve(host, { all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const isPermitted = addresses?.every((one) => contains(allowed, one) || isPublic(one));
      if (first && isPermitted) callback(null, first.address, first.family);
      else callback(error ?? new Error(`${host} has an address that is not public.`), '');
    });
  };

  return async (address) => {
    // The provider passes the id of the client as it is.
    const url = address as string;
    // The provider looks a refused client up again to report its error.
    if (Provider.ctx && attempted.get(Provider.ctx) === url)
      throw new Error('This request fetched it already.');
    if (Provider.ctx) attempted.set(Provider.ctx, url);
    const refused = refusalTime();
    try {
      return await download(url, publicLookup);
    } catch (cause) {
      await refused;
      throw new Error('The document cannot be fetched.', { cause });
    }
  };
}

/** Returns a response with a valid document. */
async function download(url: string, publicLookup: LookupFunction): Promise<Response> {
  // A connection to a literal address looks nothing up.
  if (isIP(new URL(url).hostname.replaceAll(/[[\]]/g, ''))) throw new Error('The host is not a name.');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const signal = AbortSignal.timeout(LONGEST_FETCH_MS);
    const connection = { agent: false, autoSelectFamily: false, lookup: publicLookup, signal };
    get(url, { ...connection, headers: { accept: 'application/json' } }, resolve).on('error', reject);
  });
  let body = '';
  for await (const part of answer.setEncoding('utf8')) {
    body += String(part);
    if (answer.statusCode !== 200 || body.length > LARGEST_DOCUMENT) throw new Error('There is no document.');
  }
  const document = JSON.parse(body) as { readonly client_id?: unknown; readonly keys?: unknown } | null;
  if (document?.client_id !== url && !Array.isArray(document?.keys))
    throw new Error('It belongs to another client.');
  const { expires = '', 'cache-control': cacheControl = '' } = answer.headers;
  return new Response(body, { headers: { expires, 'cache-control': cacheControl } });
}

function isPublic(one: LookupAddress): boolean {
  const own = new BlockList();
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((list) => list ?? [])) {
    own.addAddress(address, family === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  if (contains(own, one)) return false;
  return one.family === 6
    ? contains(GLOBAL_IPV6, one) && !contains(SPECIAL_IPV6, one)
    : !contains(SPECIAL_IPV4, one);
}

function contains(list: BlockList, { address, family }: LookupAddress): boolean {
  // A list accepts no zone, such as in fe80::1%eth0.
  return list.check(address.replace(/%.*/, ''), family === 6 ? 'ipv6' : 'ipv4');
}

function blockList(...networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.flatMap((line) => line.split(' '))) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
