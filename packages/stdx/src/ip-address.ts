/** Returns four decimal bytes without leading zeros, or `null`. */
function parseIpv4(text: string): number[] | null {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part))) return null;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : null;
}

function parseGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const bytes = index === parts.length - 1 && part.includes('.') ? parseIpv4(part) : null;
    if (bytes) {
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9A-Fa-f]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

function parseIpv6(text: string): number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0] ?? '');
  if (halves.length === 1) return head?.length === 8 ? head : null;
  const tail = parseGroups(halves[1] ?? '');
  if (!head || !tail || head.length + tail.length > 7 || (halves[0] ?? '').includes('.')) return null;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** RFC 5952: the longest sequence of two or more zero groups becomes `::`. */
function ipv6Text(groups: readonly number[]): string {
  let best = { start: -1, length: 1 };
  for (let start = 0; start < 8; start++) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0) length++;
    if (length > best.length) best = { start, length };
  }
  const hex = groups.map((group) => group.toString(16));
  if (best.start < 0) return hex.join(':');
  return `${hex.slice(0, best.start).join(':')}::${hex.slice(best.start + best.length).join(':')}`;
}

/**
 * Returns the canonical text of an IPv4 or IPv6 address (RFC 5952), or `null` for anything else. An IPv4-mapped address is returned as its
 * IPv4 address.
 */
export function canonicalIp(text: string): string | null {
  const bytes = parseIpv4(text);
  if (bytes) return bytes.join('.');
  const groups = text.includes(':') ? parseIpv6(text) : null;
  if (!groups) return null;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return ipv6Text(groups);
}

/**
 * Returns an address as a 32-bit or 128-bit number, or `null` for anything else. An IPv4-mapped address is returned as its IPv4 address.
 */
export function ipNumber(text: string): bigint | null {
  const canonical = canonicalIp(text);
  if (canonical === null) return null;
  const bytes = parseIpv4(canonical);
  if (bytes) return bytes.reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);
  return parseIpv6(canonical)!.reduce((number, group) => (number << 16n) | BigInt(group), 0n);
}
