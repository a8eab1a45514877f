import { rawTextLiteral } from '../ast/raw-text-literal.js';
import { textLiteral } from '../ast/text-literal.js';
import type { Expression } from '../ast/expression.js';

/** What may stand between back-ticks: no line end, no back-tick, no sign that a source may not hold. */
const isRawText = (text: string): boolean => !/[`\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(text.replaceAll('\t', ''));

/** A pattern as the text writes it: between back-ticks, or as plain text with escapes where those cannot hold it. */
export const patternNode = (pattern: string): Expression =>
  isRawText(pattern) ? rawTextLiteral(pattern) : textLiteral(pattern);
