import { canonicalIp } from '@tamis/stdx';
import ipaddr from 'ipaddr.js';

const mappedBits = 96;

interface Block {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** Four plain decimal bytes, or an IPv6 address without a zone; an IPv4-mapped address is its IPv4 address. */
function addressBytes(text: string): readonly number[] | null {
  // The library throws on what is no address, which takes a thousand times as long as to look.
  if (canonicalIp(text) === null) return null;
  const isPlain =
    ipaddr.IPv4.isValidFourPartDecimal(text) ||
    (text.includes(':') && !text.includes('%') && ipaddr.IPv6.isValid(text));
  return isPlain ? ipaddr.process(text).toByteArray() : null;
}

/** An address, which is a block of one, or `address/bits`; null for anything else. */
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

/** `10.0.0.1/32`, `10.0.0.0/8`, `2001:db8::/32`: one text for every way of writing a block; null when it is none. */
export function addressBlockText(text: string): string | null {
  const block = parseBlock(text);
  return block && blockText(block.bytes, block.bits);
}

/** Every block that holds the address, the address itself first; empty when the text is no address. */
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

/** A test of addresses against one block; null when the text is neither an address nor a block. */
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

/** 4 or 6; null for a text that is no address. */
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

/** An address of a local network or of the machine itself: it says nothing about where somebody is. */
export const isPrivateAddress = (text: string): boolean => privateRanges.has(ipaddr.process(text).range());
