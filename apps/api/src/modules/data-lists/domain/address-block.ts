import ipaddr from 'ipaddr.js';

/** An address with a length: one address, or all that begin with the same bits. */
interface Block {
  readonly bytes: readonly number[];
  readonly bits: number;
}

const mappedBits = 96;

/** `10.0.0.1/32`, `10.0.0.0/8`, `2001:db8::/32`: one text for every way of writing a block; null when it is none. */
export function addressBlockText(text: string): string | null {
  const block = parseBlock(text.trim());
  return block && blockText(block.bytes, block.bits);
}

/** Every block that holds the address, the address itself first; empty when the text is no address. */
export function blocksAround(text: string): readonly string[] {
  const address = parseAddress(text.trim());
  if (!address) return [];
  return Array.from({ length: address.length * 8 + 1 }, (_, less) => blockText(address, address.length * 8 - less));
}

function parseBlock(text: string): Block | null {
  const [addressText, bitsText, ...rest] = text.split('/');
  const address = parseAddress(addressText!);
  if (!address || rest.length > 0) return null;
  const most = address.length * 8;
  if (bitsText === undefined) return { bytes: address, bits: most };
  if (!/^\d{1,3}$/.test(bitsText)) return null;
  const isMapped = address.length === 4 && addressText!.includes(':');
  const bits = Number(bitsText) - (isMapped ? mappedBits : 0);
  return bits >= 0 && bits <= most ? { bytes: address, bits } : null;
}

/** The bytes of an address; an IPv4-mapped IPv6 address is its IPv4 address. */
function parseAddress(text: string): readonly number[] | null {
  const isPlain =
    ipaddr.IPv4.isValidFourPartDecimal(text) ||
    (text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text));
  return isPlain ? ipaddr.process(text).toByteArray() : null;
}

function blockText(bytes: readonly number[], bits: number): string {
  const kept = bytes.map((byte, index) => {
    const bitsOfByte = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - bitsOfByte)) & 0xff;
  });
  return `${ipaddr.fromByteArray(kept).toString()}/${bits}`;
}
