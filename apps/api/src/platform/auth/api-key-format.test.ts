import { hashApiKey, isApiKey, generateApiKey } from './index.js';

describe('API keys as text', () => {
  it('have the prefix, the deployment and 43 letters and digits, and no two are alike', () => {
    const keys = Array.from({ length: 200 }, () => generateApiKey('prod'));
    for (const key of keys) expect(key).toMatch(/^tms_prod_[0-9A-Za-z]{43}$/);
    expect(keys.every(isApiKey)).toBe(true);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(keys.map((key) => hashApiKey(key).toString('hex'))).size).toBe(keys.length);
  });

  it('are refused after any change of one character', () => {
    const key = generateApiKey('development');
    for (let at = 0; at < key.length; at += 1) {
      const changed = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
      expect([at, isApiKey(changed)]).toEqual([at, false]);
    }
    expect(isApiKey('')).toBe(false);
    expect(isApiKey(`${key}a`)).toBe(false);
  });
});
