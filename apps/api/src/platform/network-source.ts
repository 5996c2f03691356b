import ipaddr from 'ipaddr.js';

/**
 * The network of a request, as a key for counting. One household or office has one IPv4 address, but a whole
 * /64 of IPv6 addresses, and could use a different one for each request.
 */
export function networkSource(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`;
}
