import { inventedKey } from '../../../test/support/invented-key.js';
import { ApiKeyFormat, hashApiKey } from './index.js';

const format = new ApiKeyFormat(Buffer.alloc(32, 1));

describe('API key format', () => {
  it('has the prefix, the deployment and 43 letters and digits, and every key is unique', () => {
    const keys = Array.from({ length: 200 }, () => format.generate('prod'));
    for (const key of keys) expect(key).toMatch(/^tms_prod_[0-9A-Za-z]{43}$/);
    expect(keys.every((key) => format.fits(key))).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.map((key) => hashApiKey(key).toString('hex'))).size).toBe(keys.length);
  });

  it('rejects a key with any single character changed', () => {
    const key = format.generate('development');
    for (let at = 0; at < key.length; at += 1) {
      const changed = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
      expect([at, format.fits(changed)]).toEqual([at, false]);
    }
    expect(format.fits('')).toBe(false);
    expect(format.fits(`${key}a`)).toBe(false);
  });

  it('rejects keys created for another database and made-up keys', () => {
    const other = new ApiKeyFormat(Buffer.alloc(32, 2));
    for (let n = 0; n < 200; n += 1) {
      expect(format.fits(other.generate('prod'))).toBe(false);
      expect(format.fits(inventedKey('prod', n))).toBe(false);
    }
  });
});
