import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

import ipaddr from 'ipaddr.js';

/** All that is handed out to the public internet (IANA): whatever is reserved, for whatever use to come, lies outside. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Blocks in it that the library does not know to be special. */
const specialIpv6 = [
  '2001::/23', // for protocols (RFC 2928)
  '2620:4f:8000::/48', // AS112: answers of resolvers about inner names (RFC 7534)
  '3fff::/20', // for documents (RFC 9637)
].map((block) => ipaddr.IPv6.parseCIDR(block));

/** Whether a connection to the address stays on the public internet. `address` is one as sockets are given it. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed.kind() === 'ipv4') return true;
  const ipv6 = parsed as ipaddr.IPv6;
  return ipv6.match(publicIpv6) && !specialIpv6.some((block) => ipv6.match(block));
}

/** Why a connection was not begun. */
export class NotPublicError extends Error {}

/**
 * Looks up a name and refuses it when any of its addresses is not public. The address that was checked is the one connected to, so a
 * name that changes its addresses in between gains nothing.
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

/** As the system does it, wherever the name leads: only for what whoever runs the server names. */
export const anyLookup: LookupFunction = (name, options, done) => systemLookup(name, options, done as never);

const loopbackAddresses: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Looks up nothing: whatever the name is, it leads to this machine. */
export const loopbackLookup: LookupFunction = (_name, options, done) => {
  const [first] = loopbackAddresses as [LookupAddress];
  if (options.all === true) done(null, [...loopbackAddresses]);
  else done(null, first.address, first.family);
};

/** Names that lead to the machine itself wherever they are looked up (RFC 6761). */
const isLocalName = (hostname: string): boolean => /^(?:.+\.)?localhost\.?$/.test(hostname);

/** Whether an address leads to this machine, over plain http. */
export function isLoopbackUrl(url: URL): boolean {
  if (url.protocol !== 'http:' || url.username !== '' || url.password !== '') return false;
  const literal = literalAddress(url.hostname);
  return literal === null ? isLocalName(url.hostname) : ipaddr.parse(literal).range() === 'loopback';
}

/** What is wrong with a host as it is written; null: nothing, as far as that tells. */
export function hostProblem(hostname: string): string | null {
  const literal = literalAddress(hostname);
  if (literal === null) return isLocalName(hostname) ? `must be public: ${hostname} is this machine` : null;
  return isPublicAddress(literal) ? null : `must be public: ${literal} is no address of the public internet`;
}

/** Whether the host of an address is written as an IP address, which is connected to without a look-up. */
export const literalAddress = (hostname: string): string | null => {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
};
