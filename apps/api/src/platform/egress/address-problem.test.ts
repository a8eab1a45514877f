import type { LookupFunction } from 'node:net';

import { addressProblem } from './index.js';
import { NotPublicError, publicLookup } from './public-address.js';

const asked: string[] = [];
const failing =
  (error: NodeJS.ErrnoException | null): LookupFunction =>
  (name, _, done) => {
    asked.push(name);
    setImmediate(() => done(error, []));
  };
const failed = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

describe('an address to be stored', () => {
  beforeEach(() => void asked.splice(0));

  test.each<[string, string, LookupFunction, string | null]>([
    ['whose name has public addresses', 'https://hooks.example.com/a', failing(null), null],
    ['whose name is not public', 'https://inner.example.com/', failing(new NotPublicError('inner is not public')), 'must be public: inner is not public'],
    ['whose name nobody knows', 'https://nobody.example.com/', failing(failed('ENOTFOUND')), 'must have an address: the name nobody.example.com does not exist'],
    ['whose name cannot be looked up now', 'https://later.example.com/', failing(failed('EAI_AGAIN')), 'cannot be checked: looking up later.example.com failed (EAI_AGAIN); try again'],
    ['of this machine', 'https://localhost/', publicLookup, 'must be public: localhost is this machine'],
    ['with a user', 'https://ana@example.com/', failing(null), 'must not contain a user and password'],
    ['with a password', 'https://:secret@example.com/', failing(null), 'must not contain a user and password'],
  ])('%s', async (_, url, lookup, expected) => {
    expect(await addressProblem(new URL(url), lookup)).toBe(expected);
  }); // prettier-ignore

  it('is not resolved when it is a numeric address', async () => {
    expect(await addressProblem(new URL('https://93.184.216.34/'), failing(null))).toBeNull();
    expect(await addressProblem(new URL('https://10.0.0.1/'), failing(null))).toContain('10.0.0.1');
    expect(asked).toEqual([]);
  });

  it('is not waited for when resolving its name takes too long', async () => {
    const problem = await addressProblem(new URL('https://slow.example.com/'), () => undefined, 1);
    expect(problem).toBe('cannot be checked: looking up slow.example.com timed out; try again');
  });
});
