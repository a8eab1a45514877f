import { canonicalIp } from '@tamis/stdx';
import ipaddr from 'ipaddr.js';

const mappedBits = 96;

interface Block {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/**
 * Returns the bytes of four plain decimal numbers, or of an IPv6 address without a zone; an IPv4-mapped address counts as its IPv4 address.
 */
function addressBytes(text: string): readonly number[] | null {
  // The library throws for an invalid address, which takes a thousand times as long as this check.
  if (canonicalIp(text) === null) return null;
  const isPlain =
    ipaddr.IPv4.isValidFourPartDecimal(text) ||
    (text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text));
  return isPlain ? ipaddr.process(text).toByteArray() : null;
}

/** Parses an address, which is a block of one, or `address/bits`; returns `null` for anything else. */
function parseBlock(text: string): Block | null {
  const [addressText = '', bitsText, ...rest] = text.trim().split('/');
  const bytes = addressBytes(addressText);
  if (!bytes || rest.length > 0) return null;
  const most = bytes.length * 8;
  if (bitsText === undefined) return { bytes, bits: most };
  if (!/^\d{1,3}$/.test(bitsText)) return null;
  const isMapped = bytes.length === 4 && addressText.includes(':');
  const bits = Number(bitsText) - (isMapped ? mappedBits : 0);
  return bits >= 0 && bits <= most ? { bytes, bits } : null;
}

function blockText(bytes: readonly number[], bits: number): string {
  const kept = bytes.map((byte, index) => {
    const bitsOfByte = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - bitsOfByte)) & 0xff;
  });
  return `${ipaddr.fromByteArray(kept).toString()}/${bits}`;
}

/** Returns one text for all notations of a block: `10.0.0.1/32`, `10.0.0.0/8`, `2001:db8::/32`; `null` if it is not a block. */
export function addressBlockText(text: string): string | null {
  const block = parseBlock(text);
  return block && blockText(block.bytes, block.bits);
}

/** Returns all blocks that contain the address, the address itself first; empty if the text is not an address. */
export function blocksAround(text: string): readonly string[] {
  const address = addressBytes(text.trim());
  if (!address) return [];
  return Array.from({ length: address.length * 8 + 1 }, (_, less) => blockText(address, address.length * 8 - less));
}

function holds({ bytes, bits }: Block, address: readonly number[]): boolean {
  if (bytes.length !== address.length) return false;
  const whole = bits >> 3;
  for (let index = 0; index < whole; index++) if (bytes[index] !== address[index]) return false;
  const rest = bits & 7;
  if (rest === 0) return true;
  const mask = 0xff << (8 - rest);
  return ((bytes[whole] ?? 0) & mask) === ((address[whole] ?? 0) & mask);
}

/** Returns a test of addresses against one block; `null` if the text is neither an address nor a block. */
export function blockTest(text: string): ((address: string) => boolean) | null {
  const block = parseBlock(text);
  return (
    block &&
    ((address) => {
      const bytes = addressBytes(address);
      return bytes !== null && holds(block, bytes);
    })
  );
}

/** Returns 4 or 6; `null` for a text that is not an address. */
export function addressVersion(text: string): 4 | 6 | null {
  const bytes = addressBytes(text);
  return bytes && (bytes.length === 4 ? 4 : 6);
}

const privateRanges: ReadonlySet<string> = new Set([
  'private',
  'uniqueLocal',
  'loopback',
  'linkLocal',
  'carrierGradeNat',
  'unspecified',
]);

/** Whether an address belongs to a local network or to the machine itself, and therefore reveals no location. */
export const isPrivateAddress = (text: string): boolean => privateRanges.has(ipaddr.process(text).range());
