import type { SourcedQuote } from './rate-provider.js';

/** Pairs without a rate of their own go through it. */
export const referenceCurrency = 'USD';

const pairOf = ({ base, quote }: SourcedQuote): string => [base, quote].sort().join('/');

/** The organization's own rates with those of a provider, of pairs for which it has none of its own. */
export function ratesToUse(own: readonly SourcedQuote[], provided: readonly SourcedQuote[]): readonly SourcedQuote[] {
  const pairs = new Set(own.map(pairOf));
  return [...own, ...provided.filter((each) => !pairs.has(pairOf(each)))];
}
