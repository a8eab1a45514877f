import {
  asDecimal,
  money,
  multiplyNumeric,
  negateNumeric,
  parseInstant,
  parseNumeric,
  significantDigits,
  toNumeric,
  type Numeric,
} from '@tamis/stdx';
import type { DurationLiteral, DurationUnit } from '../ast/duration-literal.js';
import type { Expression } from '../ast/expression.js';
import type { Value } from './value.js';

/** Milliseconds of a fixed unit, or months of a calendar unit. */
const unitSize: Readonly<Record<DurationUnit, { readonly size: number; readonly calendar: boolean }>> = {
  s: { size: 1000, calendar: false },
  m: { size: 60_000, calendar: false },
  h: { size: 3_600_000, calendar: false },
  d: { size: 86_400_000, calendar: false },
  w: { size: 604_800_000, calendar: false },
  mo: { size: 1, calendar: true },
  y: { size: 12, calendar: true },
};

const metresPer = { km: '1000', mi: '1609.344' } as const;

const numeric = (text: string): Numeric => parseNumeric(text) ?? 0;
/** Rounds a standalone number to the digits of arithmetic results. Amounts keep their digits for comparison with other amounts. */
function rounded(text: string): Numeric {
  const value = numeric(text);
  return typeof value === 'number' ? value : toNumeric(value.toSignificantDigits(significantDigits));
}

const times = (text: string, factor: Numeric): Numeric => multiplyNumeric(numeric(text), factor) ?? 0;

export const isCalendarDuration = (node: DurationLiteral): boolean => unitSize[node.unit].calendar;

/** Returns milliseconds, or months for a calendar duration. */
export const durationValue = (node: DurationLiteral): Numeric => times(node.amount, unitSize[node.unit].size);

/** A negative number is `-` applied to a literal. */
function negated(operand: Expression | undefined): Value | undefined {
  const value = operand && literalValue(operand);
  if (operand?.kind === 'moneyLiteral') return money(negateNumeric(numeric(operand.amount)), operand.currency);
  return operand?.kind === 'numberLiteral' || operand?.kind === 'percentLiteral'
    ? negateNumeric(value as Numeric)
    : undefined;
}

/** Returns the value of a literal, including a sign before it; undefined for every other node, and for arrays with other items. */
export function literalValue(node: Expression): Value | undefined {
  switch (node.kind) {
    case 'textLiteral':
    case 'rawTextLiteral':
    case 'booleanLiteral':
      return node.value;
    case 'numberLiteral':
      return rounded(node.text);
    case 'percentLiteral':
      return toNumeric(asDecimal(numeric(node.text)).div(100));
    case 'moneyLiteral':
      return money(numeric(node.amount), node.currency);
    case 'durationLiteral':
      return durationValue(node);
    case 'distanceLiteral':
      return times(node.amount, numeric(metresPer[node.unit]));
    case 'dateLiteral':
      return node.text;
    case 'datetimeLiteral':
      return parseInstant(node.text) ?? undefined;
    case 'arrayLiteral': {
      const items = node.items.map(literalValue);
      return items.includes(undefined) ? undefined : (items as Value[]);
    }
    case 'operation':
      return node.operator === 'negate' ? negated(node.operands[0]) : undefined;
    default:
      return undefined;
  }
}
