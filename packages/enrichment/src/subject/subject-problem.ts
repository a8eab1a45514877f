import { isObject } from '@tamis/stdx';
import { nameSimilarity } from '@tamis/screening';
import { withoutPunctuation } from '@tamis/screening/tax-ids';

import type { ItemProblem } from '../item-problem.js';
import type { Asked, Provider } from '../provider.js';

/** Names from here on are taken for the same subject's. */
export const sameNameFrom = 0.92;

/** The value a JSON pointer (RFC 6901) leads to; undefined where it leads nowhere. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, token) => {
      if (!isObject(at) && !Array.isArray(at)) return undefined;
      return Object.hasOwn(at, token) ? (at as Readonly<Record<string, unknown>>)[token] : undefined;
    }, value);

/** Other prefixes under which a country's tax ids are known in the European Union. */
const otherPrefixes: Readonly<Record<string, readonly string[]>> = { GR: ['EL'], GB: ['XI'] };

/** Is it the same number? Punctuation, case and the country before it do not matter. */
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
 * Whether a response is about somebody else than was asked for. One of tax id and name that is the same is enough, as each alone
 * finds the subject. A source may withhold a name; one that should tell a tax id and does not is about nobody.
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
