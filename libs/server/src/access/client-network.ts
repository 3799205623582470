const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;

/**
 * Whom an address is counted for: an IPv4 address itself, and of IPv6 the network of 64 bits, since whoever has one
 * address of it has all of them.
 * @param address as Node or a trusted proxy tells it; what is no address is given back as it is
 */
export function clientNetwork(address: string): string {
  if (!address.includes(':')) return address;
  const ipv4 = MAPPED_IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const [head = '', tail] = address.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array.from({ length: Math.max(0, gap) }, () => '0'), ...after];
  const network = groups.slice(0, GROUPS_OF_NETWORK).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
