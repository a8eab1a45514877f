import ipaddr from 'ipaddr.js';

/** Whether an address lies in one of the blocks (`10.0.0.0/8`, `2001:db8::/32`, a single address); every address does in none. */
export function addressAllowed(address: string, blocks: readonly string[]): boolean {
  if (blocks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const asked = ipaddr.process(address);
  return blocks.some((block) => {
    const range = parseBlock(block);
    return range !== null && range[0].kind() === asked.kind() && asked.match(range);
  });
}

export const isAddressBlock = (text: string): boolean => parseBlock(text) !== null;

function parseBlock(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
