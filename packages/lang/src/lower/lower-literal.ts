import type { DateOrTimeCstNode, IToken, LiteralCstChildren, LiteralCstNode } from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import { e0107 } from '../diagnostics/codes/e0107.js';
import { limits } from '../limits.js';
import { isCalendarDay, isInstant } from './calendar.js';
import { textValue } from './decode-text.js';
import { single, optionalRange, tokenRange, type LowerContext } from './lower-context.js';

/** Returns the number without `_` and trailing zeros in the fraction: `1_000.50` becomes `1000.5`. */
export function canonicalNumber(text: string): string {
  const digits = text.replaceAll('_', '');
  if (!digits.includes('.')) return digits;
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, digits[end - 1] === '.' ? end - 1 : end);
}

/** Returns the number of digits of a canonical number. */
export const digitsIn = (digits: string): number => digits.length - (digits.includes('.') ? 1 : 0);

/** Returns the digits of a number. Reports a number with too many digits. */
function numberText(written: string, token: IToken, context: LowerContext): string {
  const digits = canonicalNumber(written);
  if (digitsIn(digits) > limits.numberDigits)
    context.diagnostics.push(
      createDiagnostic(e0107, {
        message: `a number has at most ${String(limits.numberDigits)} digits`,
        ...optionalRange(tokenRange(token, context)),
      }),
    );
  return digits;
}

/** Splits `10_000 USD`, `24 hours` or `88%` into number and unit. */
function splitUnit(token: IToken, context: LowerContext): { amount: string; unit: string } {
  const { image } = token;
  const at = image.search(/[ \t%A-Za-z]/);
  return { amount: numberText(image.slice(0, at), token, context), unit: image.slice(at).trim() };
}

function durationUnit(word: string): ast.DurationUnit {
  if (word.startsWith('mo')) return 'mo';
  return word[0] as ast.DurationUnit;
}

function notADay(token: IToken, context: LowerContext): void {
  context.diagnostics.push(
    createDiagnostic(e0107, {
      message: `\`${token.image}\` does not exist`,
      help: 'dates are written `2026-12-01`, times `2026-12-01T10:00:00Z`',
      ...optionalRange(tokenRange(token, context)),
    }),
  );
}

export const lowerNumber = (token: IToken, context: LowerContext): ast.NumberLiteral =>
  ast.numberLiteral(numberText(token.image, token, context), tokenRange(token, context));

/** Lowers a number that may be negative outside of expressions, such as a score. */
export function lowerSignedNumber(minus: IToken | undefined, token: IToken, context: LowerContext): ast.NumberLiteral {
  if (!minus) return lowerNumber(token, context);
  const text = numberText(token.image, token, context);
  const range = context.rangeOf(minus.startOffset, token.startOffset + token.image.length);
  return ast.numberLiteral(text === '0' ? text : `-${text}`, range);
}

export const lowerText = (token: IToken, context: LowerContext): ast.TextLiteral =>
  ast.textLiteral(textValue(token, context), tokenRange(token, context));

export function lowerDuration(token: IToken, context: LowerContext): ast.DurationLiteral {
  const { amount, unit } = splitUnit(token, context);
  return ast.durationLiteral(amount, durationUnit(unit), tokenRange(token, context));
}

export const lowerRawText = (token: IToken, context: LowerContext): ast.RawTextLiteral =>
  ast.rawTextLiteral(token.image.slice(1, -1).normalize('NFC'), tokenRange(token, context));

export const lowerPercent = (token: IToken, context: LowerContext): ast.PercentLiteral =>
  ast.percentLiteral(splitUnit(token, context).amount, tokenRange(token, context));

export function lowerMoney(token: IToken, context: LowerContext): ast.MoneyLiteral {
  const { amount, unit } = splitUnit(token, context);
  return ast.moneyLiteral(amount, unit, tokenRange(token, context));
}

export function lowerDistance(token: IToken, context: LowerContext): ast.DistanceLiteral {
  const { amount, unit } = splitUnit(token, context);
  return ast.distanceLiteral(amount, unit as 'km' | 'mi', tokenRange(token, context));
}

function lowerDate(token: IToken, context: LowerContext): ast.DateLiteral {
  if (!isCalendarDay(token.image)) notADay(token, context);
  return ast.dateLiteral(token.image, tokenRange(token, context));
}

function lowerDatetime(token: IToken, context: LowerContext): ast.DatetimeLiteral {
  if (!isInstant(token.image)) notADay(token, context);
  return ast.datetimeLiteral(token.image, tokenRange(token, context));
}

export function lowerDateOrTime(
  { children }: DateOrTimeCstNode,
  context: LowerContext,
): ast.DateLiteral | ast.DatetimeLiteral {
  const [date] = children.Date ?? [];
  return date ? lowerDate(date, context) : lowerDatetime(single(children.DateTime ?? []), context);
}

const byToken: Record<keyof LiteralCstChildren, (token: IToken, context: LowerContext) => ast.Expression> = {
  Text: lowerText,
  RawText: lowerRawText,
  Number: lowerNumber,
  Duration: lowerDuration,
  Money: lowerMoney,
  Distance: lowerDistance,
  Percent: lowerPercent,
  Date: lowerDate,
  DateTime: lowerDatetime,
  True: (token, context) => ast.booleanLiteral(true, tokenRange(token, context)),
  False: (token, context) => ast.booleanLiteral(false, tokenRange(token, context)),
};

export function lowerLiteral({ children }: LiteralCstNode, context: LowerContext): ast.Expression {
  for (const name in children) {
    const [token] = children[name as keyof LiteralCstChildren] ?? [];
    if (token) return byToken[name as keyof LiteralCstChildren](token, context);
  }
  throw new Error('a literal has a token');
}
