import { defaultCacheDir } from '../src/index.js';

test.each([
  ['linux', {}, '/home/u', '/home/u/.cache/tamis'],
  ['linux', { XDG_CACHE_HOME: '/var/cache/u' }, '/home/u', '/var/cache/u/tamis'],
  ['linux', { XDG_CACHE_HOME: 'relative' }, '/home/u', '/home/u/.cache/tamis'],
  ['darwin', { XDG_CACHE_HOME: '/elsewhere' }, '/Users/u', '/Users/u/Library/Caches/tamis'],
  [
    'win32',
    { LOCALAPPDATA: 'C:\\Users\\u\\AppData\\Local' },
    'C:\\Users\\u',
    'C:\\Users\\u\\AppData\\Local\\tamis\\Cache',
  ],
  ['win32', {}, 'C:\\Users\\u', 'C:\\Users\\u\\AppData\\Local\\tamis\\Cache'],
] as const)('on %s with %j and home %s the cache directory is %s', (platform, env, home, expected) => {
  expect(defaultCacheDir('tamis', { platform, env, home })).toBe(expected);
});
