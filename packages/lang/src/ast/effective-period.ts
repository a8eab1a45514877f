import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { DateLiteral } from './date-literal.js';
import type { DatetimeLiteral } from './datetime-literal.js';

/** `effective from 2026-12-01 until 2027-12-31`. Both days are included. `until` is `null` if there is no end. */
export interface EffectivePeriod extends SyntaxNode {
  readonly kind: 'effectivePeriod';
  readonly from: DateLiteral | DatetimeLiteral;
  readonly until: DateLiteral | DatetimeLiteral | null;
}

export const effectivePeriod = (
  from: DateLiteral | DatetimeLiteral,
  until: DateLiteral | DatetimeLiteral | null,
  range: SourceRange | null = null,
): EffectivePeriod => freezeNode({ kind: 'effectivePeriod', from, until, range });
