import type { LookupFunction } from 'node:net';

import { limits } from '../limits.js';
import { hostProblem, literalAddress, NotPublicError, publicLookup } from './public-address.js';

/** Returns what is wrong with a URL as written, without looking up its host name; `null` if nothing is. */
export const writtenAddressProblem = (url: URL): string | null =>
  url.username !== '' || url.password !== '' ? 'must not contain a user and password' : hostProblem(url.hostname);

/**
 * Returns what is wrong with a URL that is to be called later; `null` if nothing is. Its host name is looked up now and again on each call,
 * since it may resolve to something else by then.
 */
export async function addressProblem(
  url: URL,
  lookup: LookupFunction = publicLookup,
  waitMs: number = limits.addressLookupMs,
): Promise<string | null> {
  const problem = writtenAddressProblem(url);
  if (problem !== null || literalAddress(url.hostname) !== null) return problem;
  return nameProblem(url.hostname, lookup, waitMs);
}

function nameProblem(name: string, lookup: LookupFunction, waitMs: number): Promise<string | null> {
  return new Promise((resolve) => {
    const late = `cannot be checked: looking up ${name} timed out; try again`;
    const timer = setTimeout(() => resolve(late), waitMs);
    lookup(name, { all: true }, (error) => {
      clearTimeout(timer);
      resolve(error === null ? null : lookupProblem(name, error));
    });
  });
}

function lookupProblem(name: string, error: NodeJS.ErrnoException): string {
  if (error instanceof NotPublicError) return `must be public: ${error.message}`;
  if (error.code === 'ENOTFOUND') return `must have an address: the name ${name} does not exist`;
  return `cannot be checked: looking up ${name} failed (${error.code ?? error.message}); try again`;
}
