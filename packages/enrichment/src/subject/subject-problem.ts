import { isObject } from '@tamis/stdx';
import { nameSimilarity } from '@tamis/screening';
import { withoutPunctuation } from '@tamis/screening/tax-ids';

import type { ItemProblem } from '../item-problem.js';
import type { Asked, Provider } from '../provider.js';

/** Names with at least this similarity are taken to be of the same subject. */
export const sameNameFrom = 0.92;

/** Returns the value at a JSON pointer (RFC 6901), or `undefined` if there is none. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, token) => {
      if (!isObject(at) && !Array.isArray(at)) return undefined;
      return Object.hasOwn(at, token) ? (at as Readonly<Record<string, unknown>>)[token] : undefined;
    }, value);

/** Other prefixes used for a country's tax ids in the European Union. */
const otherPrefixes: Readonly<Record<string, readonly string[]>> = { GR: ['EL'], GB: ['XI'] };

/** Returns whether two tax ids are the same number, ignoring punctuation, case and a country prefix. */
export function isSameTaxId(a: string, b: string, country: string): boolean {
  const prefixes = [country, ...(otherPrefixes[country] ?? [])];
  const bare = (text: string) => {
    const compact = withoutPunctuation(text.toUpperCase());
    const prefix = prefixes.find((start) => compact.startsWith(start));
    return prefix === undefined ? compact : compact.slice(prefix.length);
  };
  return bare(a) === bare(b);
}

/**
 * Returns a problem if a response is about a different subject than requested. A match of either tax id or name is enough, as each alone
 * finds the subject. A source may withhold a name, but a missing tax id where one is expected counts as a mismatch.
 */
export function subjectProblem({ subjectAt }: Provider, raw: unknown, asked: Asked): ItemProblem | null {
  const compared: boolean[] = [];
  if (subjectAt.taxId !== undefined && asked.taxId !== null) {
    const told = valueAt(raw, subjectAt.taxId);
    const text = typeof told === 'number' ? String(told).padStart(asked.taxId.length, '0') : told;
    compared.push(typeof text === 'string' && isSameTaxId(text, asked.taxId, asked.country));
  }
  if (subjectAt.name !== undefined && asked.name !== null) {
    const told = valueAt(raw, subjectAt.name);
    if (typeof told === 'string') compared.push(nameSimilarity(told, asked.name) >= sameNameFrom);
  }
  if (compared.length === 0 || compared.includes(true)) return null;
  return { code: 'SUBJECT_MISMATCH', message: 'The response of the source is about another subject.' };
}
