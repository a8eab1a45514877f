import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

/** All addresses allocated for the public internet (IANA). Reserved ranges are outside of it. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Special blocks within it that the library does not recognize. */
const specialIpv6 = [
  '2001::/23', // for protocols (RFC 2928)
  '2620:4f:8000::/48', // AS112: answers of resolvers about inner names (RFC 7534)
  '3fff::/20', // for documents (RFC 9637)
].map((block) => ipaddr.IPv6.parseCIDR(block));

/** Returns whether a connection to the address stays on the public internet. `address` has the form that sockets accept. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  const ipv6 = parsed as ipaddr.IPv6;
  return ipv6.match(publicIpv6) && !specialIpv6.some((block) => ipv6.match(block));
}

/** Thrown if a connection was refused because its address is not public. */
export class NotPublicError extends Error {}

/**
 * Resolves a name and rejects it if any of its addresses is not public. The connection uses the address that was checked, so changing the
 * addresses in between has no effect.
 */
export const publicLookup: LookupFunction = (name, options, done) => {
  systemLookup(name, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return done(error, '', 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return done(new NotPublicError(`${name} has an address that is not public`), '', 0);
    return options.all === true ? done(null, addresses) : done(null, first.address, first.family);
  });
};

/** Resolves a name as the system does, without restrictions. Only for names configured by the operator. */
export const anyLookup: LookupFunction = (name, options, done) => systemLookup(name, options, done as never);

const loopbackAddresses: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves every name to this machine, without a lookup. */
export const loopbackLookup: LookupFunction = (_name, options, done) => {
  const [first] = loopbackAddresses as [LookupAddress];
  if (options.all === true) done(null, [...loopbackAddresses]);
  else done(null, first.address, first.family);
};

/** Names that always resolve to the machine itself (RFC 6761). */
const isLocalName = (hostname: string): boolean => /^(?:.+\.)?localhost\.?$/.test(hostname);

/** Returns whether a URL leads to this machine over plain http. */
export function isLoopbackUrl(url: URL): boolean {
  if (url.protocol !== 'http:' || url.username !== '' || url.password !== '') return false;
  const literal = literalAddress(url.hostname);
  return literal === null ? isLocalName(url.hostname) : ipaddr.parse(literal).range() === 'loopback';
}

/** Returns what is wrong with a host as written; `null` if nothing is found without a lookup. */
export function hostProblem(hostname: string): string | null {
  const literal = literalAddress(hostname);
  if (literal === null) return isLocalName(hostname) ? `must be public: ${hostname} is this machine` : null;
  return isPublicAddress(literal) ? null : `must be public: ${literal} is not a public internet address`;
}

/** Returns the host of a URL if it is an IP address, which is connected to without a lookup; otherwise `null`. */
export const literalAddress = (hostname: string): string | null => {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
};
