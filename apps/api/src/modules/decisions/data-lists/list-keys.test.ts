import fc from 'fast-check';

import { addressBlockText, blocksAround } from '@tamis/library';
import { itemKeys, normalizeListValue, probeKeys } from './domain/list-keys.js';

describe('list value normalization', () => {
  it.each([
    ['custom', ' Straße ', 'strasse'],
    ['custom', 'ＡＢＣ', 'abc'],
    ['keyword_list', 'Two  Words', 'two  words'],
    ['company_blocklist', '12.345.678/0001-95', '12345678000195'],
    ['document_blocklist', ' ab-1 ', 'ab1'],
    ['ip_blocklist', '10.1.2.3', '10.1.2.3/32'],
    ['ip_blocklist', '10.1.2.3/8', '10.0.0.0/8'],
    ['ip_blocklist', '::ffff:10.1.2.3/104', '10.0.0.0/8'],
    ['ip_blocklist', '2001:DB8:0::1', '2001:db8::1/128'],
    ['custom', '  ', null],
    ['company_blocklist', '--', null],
    ['ip_blocklist', '127.1', null],
    ['ip_blocklist', '10.0.0.0/33', null],
    ['ip_blocklist', '::ffff:10.0.0.0/8', null],
    ['ip_blocklist', 'fe80::1%eth0', null],
    ['ip_blocklist', '10.0.0.0/8/8', null],
    ['custom', '\ufdfa'.repeat(900), null],
  ] as const)('for a %s, turns %j into %j', (type, value, normalized) => {
    expect(normalizeListValue(type, value)).toBe(normalized);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('custom' as const, 'company_blocklist' as const),
        fc.string({ unit: 'grapheme' }),
        (type, value) => {
          const once = normalizeListValue(type, value);
          if (once !== null) expect(normalizeListValue(type, once)).toBe(once);
        },
      ),
    );
  });

  it('places an address in each block made of its leading bits, and in no block that differs in one', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ minLength: 4, maxLength: 4 }),
      fc.constant(Uint8Array.of(0x20, 1, 0xd, 0xb8, ...Array<number>(12).fill(7))),
    );
    fc.assert(
      fc.property(bytes, fc.nat(), fc.nat(), (address, bitsSeed, flipSeed) => {
        const text = addressText(address);
        const bits = 1 + (bitsSeed % (address.length * 8));
        expect(blocksAround(text)).toContain(addressBlockText(`${text}/${bits}`));
        const flipped = address.slice();
        const flip = flipSeed % bits;
        flipped[flip >> 3]! ^= 0x80 >> (flip & 7);
        expect(blocksAround(text)).not.toContain(addressBlockText(`${addressText(flipped)}/${bits}`));
      }),
    );
  });

  it('finds a value by the key under which the item was stored', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('custom' as const, 'person_blocklist' as const),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        (type, value) => {
          const probes = probeKeys(value, false).map(({ key }) => key);
          for (const key of itemKeys(type, [value])) if (!key.startsWith('i:')) expect(probes).toContain(key);
        },
      ),
    );
  });
});

const addressText = (bytes: Uint8Array): string =>
  bytes.length === 4
    ? bytes.join('.')
    : Array.from({ length: 8 }, (_, n) => ((bytes[2 * n]! << 8) | bytes[2 * n + 1]!).toString(16)).join(':');
