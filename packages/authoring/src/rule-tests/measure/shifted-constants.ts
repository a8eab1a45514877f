import {
  durationLiteral,
  moneyLiteral,
  numberLiteral,
  percentLiteral,
  type DurationLiteral,
  type Expression,
  type MoneyLiteral,
  type NumberLiteral,
  type PercentLiteral,
} from '@tamis/lang';
import { asDecimal, Decimal34, minorDigits, parseNumeric } from '@tamis/stdx';

type Constant = NumberLiteral | PercentLiteral | MoneyLiteral | DurationLiteral;

const textOf = (node: Constant): string =>
  node.kind === 'numberLiteral' || node.kind === 'percentLiteral' ? node.text : node.amount;

function withText(node: Constant, text: string): Expression {
  switch (node.kind) {
    case 'numberLiteral':
      return numberLiteral(text, node.range);
    case 'percentLiteral':
      return percentLiteral(text, node.range);
    case 'moneyLiteral':
      return moneyLiteral(text, node.currency, node.range);
    case 'durationLiteral':
      return durationLiteral(text, node.unit, node.range);
  }
}

/** Returns the number of decimal places of the smallest unit: at least the written ones and, for money, those of the currency. */
function unitDigits(node: Constant): number {
  const written = textOf(node).split('.')[1]?.length ?? 0;
  return node.kind === 'moneyLiteral' ? Math.max(written, minorDigits(node.currency)) : written;
}

/**
 * Returns the constant one smallest unit up and down, and 10 % up and down (rounded to the unit, because a count of 2.7 is the same limit
 * as 3). Never returns negative values or duplicates.
 */
export function shiftedConstants(node: Constant): readonly Expression[] {
  const value = parseNumeric(textOf(node));
  if (value === null) return [];
  const original = asDecimal(value);
  const digits = unitDigits(node);
  const unit = new Decimal34(10).pow(-digits);
  const tenth = original.div(10).toDecimalPlaces(digits, Decimal34.ROUND_HALF_EVEN);
  const steps = tenth.lte(unit) ? [unit] : [unit, tenth];
  const texts = steps
    .flatMap((step) => [original.minus(step), original.plus(step)])
    .filter((moved) => !moved.isNegative() && !(node.kind === 'durationLiteral' && moved.isZero()))
    .map((moved) => moved.toFixed());
  return [...new Set(texts)].map((text) => withText(node, text));
}
