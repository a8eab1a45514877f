import type { FuzzyOptions } from '../ast/fuzzy-options.js';
import { byHundred } from './decimal-text.js';
import type { LeafOptionsJson, ThresholdJson } from './condition-json.js';
import { encodeNumber } from './encode-literal.js';

/** Returns a fraction of 1 if a JSON number represents it exactly, and `$percent` for every other percentage. */
function thresholdJson(threshold: NonNullable<FuzzyOptions['threshold']>): ThresholdJson {
  if (threshold.kind === 'path') return { $name: threshold.steps[0] ?? '' };
  const share = byHundred(threshold.text);
  const number = encodeNumber(share);
  const isShare = typeof number === 'number' && (share === '1' || share.startsWith('0'));
  return isShare ? number : { $percent: threshold.text };
}

/** Encodes `at 88% using token_set`. */
export const encodeFuzzy = ({ threshold, algorithm }: FuzzyOptions): LeafOptionsJson => ({
  ...(threshold === null ? {} : { threshold: thresholdJson(threshold) }),
  ...(algorithm === null ? {} : { algorithm: algorithm.text }),
});
