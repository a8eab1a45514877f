import { dateLiteral } from '../ast/date-literal.js';
import { datetimeLiteral } from '../ast/datetime-literal.js';
import { distanceLiteral } from '../ast/distance-literal.js';
import { durationLiteral, type DurationUnit } from '../ast/duration-literal.js';
import type { Expression } from '../ast/expression.js';
import { moneyLiteral } from '../ast/money-literal.js';
import { numberLiteral } from '../ast/number-literal.js';
import { operationNode } from '../ast/operation-node.js';
import { percentLiteral } from '../ast/percent-literal.js';
import { isCalendarDay, isInstant } from '../lower/calendar.js';
import { digitsIn } from '../lower/lower-literal.js';
import { limits } from '../limits.js';
import { readDecimal } from './decimal-text.js';
import type { LiteralTag } from './literal-json.js';

/** How the text of a tagged literal is parsed. */
export interface LiteralCodec {
  /** Example for messages. */
  readonly example: string;
  /** Returns `null` if the text is malformed, the day does not exist, or the number has too many digits. */
  readonly read: (text: string) => Expression | null;
}

/** `-5 USD` is `-` applied to a literal, both in the tree and in the text. */
function amountCodec(
  example: string,
  pattern: RegExp,
  literal: (digits: string, unit: string) => Expression,
): LiteralCodec {
  const read = (text: string): Expression | null => {
    const match = pattern.exec(text);
    const amount = readDecimal(match?.[1] ?? '');
    if (match === null || amount === null || digitsIn(amount.digits) > limits.numberDigits) return null;
    const positive = literal(amount.digits, match[2] ?? '');
    return amount.negative ? operationNode('negate', [positive]) : positive;
  };
  return { example, read };
}

const datetimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

const textCodec = (
  example: string,
  valid: (text: string) => boolean,
  literal: (text: string) => Expression,
): LiteralCodec => ({
  example,
  read: (text) => (valid(text) ? literal(text) : null),
});

export const literalCodecs: Readonly<Record<LiteralTag, LiteralCodec>> = {
  $number: amountCodec('12345.67', /^(-?[\d.]+)$/, (digits) => numberLiteral(digits)),
  $percent: amountCodec('88', /^(-?[\d.]+)$/, (digits) => percentLiteral(digits)),
  $money: amountCodec('10000 USD', /^(-?[\d.]+) ?([A-Z]{3,5})$/, (digits, currency) => moneyLiteral(digits, currency)),
  $duration: amountCodec('24h', /^(-?[\d.]+)(s|m|h|d|w|mo|y)$/, (digits, unit) =>
    durationLiteral(digits, unit as DurationUnit),
  ),
  $distance: amountCodec('500 km', /^(-?[\d.]+) ?(km|mi)$/, (digits, unit) =>
    distanceLiteral(digits, unit as 'km' | 'mi'),
  ),
  $date: textCodec('2026-12-01', isCalendarDay, (text) => dateLiteral(text)),
  $datetime: textCodec(
    '2026-12-01T10:00:00Z',
    (text) => datetimePattern.test(text) && isInstant(text),
    (text) => datetimeLiteral(text),
  ),
};
