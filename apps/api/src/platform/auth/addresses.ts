import ipaddr from 'ipaddr.js';

/**
 * Whether an address lies in one of the blocks (`10.0.0.0/8`, `2001:db8::/32`, or a single address). With no blocks, every address is
 * allowed.
 */
export function isAddressAllowed(address: string, blocks: readonly string[]): boolean {
  if (blocks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const asked = ipaddr.process(address);
  return blocks.some((block) => {
    const range = parseCidrBlock(block);
    return range !== null && range[0].kind() === asked.kind() && asked.match(range);
  });
}

/** Whether every address of one block lies in another block. */
export function isBlockWithin(block: string, outer: string): boolean {
  const [inner, around] = [parseCidrBlock(block), parseCidrBlock(outer)];
  if (inner === null || around === null || inner[0].kind() !== around[0].kind()) return false;
  return inner[1] >= around[1] && inner[0].match(around);
}

export const isCidrBlock = (text: string): boolean => parseCidrBlock(text) !== null;

function parseCidrBlock(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Returns the network that counts as one caller, since a single customer of an internet provider has a whole block of IPv6 addresses. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : (parsed as ipaddr.IPv6).parts.slice(0, 4).join(':');
}
