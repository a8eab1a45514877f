import type { Expression } from '../ast/expression.js';
import { rawTextLiteral } from '../ast/raw-text-literal.js';
import { textLiteral } from '../ast/text-literal.js';
import { e0907 } from '../diagnostics/codes/e0907.js';
import { limits } from '../limits.js';
import type { DecodeContext, DecodePosition } from './decode-context.js';
import { jsonLimits } from './json-limits.js';

/** Whether a text may be written in back-ticks: without line ends, back-ticks, and characters that are not allowed in a source. */
const isRawText = (text: string): boolean => !/[`\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text.replaceAll('\t', ''));

/** Decodes a pattern into the form used in text: in back-ticks, or as text with escapes if these cannot contain it. */
export function decodePattern(json: unknown, place: DecodePosition, context: DecodeContext): Expression | null {
  const pattern = context.text(json, place, 'a pattern', limits.textCodePoints);
  if (pattern === null) return null;
  const most = jsonLimits.patternLength;
  if ([...pattern].length > most) return context.report(e0907, place, `a pattern is longer than ${most} characters`);
  return isRawText(pattern) ? rawTextLiteral(pattern) : textLiteral(pattern);
}
