import { numberLiteral, type NumberLiteral } from '../ast/number-literal.js';
import { textLiteral, type TextLiteral } from '../ast/text-literal.js';
import { inside, member, type DecodeContext, type JsonRecord, type DecodePosition } from './decode-context.js';
import { decodeValue } from './decode-value.js';

/** Decodes a number. It may be negative in a header, whereas in an expression it is `-` before a literal. */
export function headerNumber(
  record: JsonRecord,
  key: string,
  place: DecodePosition,
  context: DecodeContext,
): NumberLiteral | null {
  const json = member(record, key);
  const at = inside(place, key);
  const value = decodeValue(json, { ...at, expression: { nodes: 0 } }, context);
  if (value === null) return null;
  if (value.kind === 'numberLiteral') return value;
  const [operand] = value.kind === 'operation' && value.operator === 'negate' ? value.operands : [];
  return operand?.kind === 'numberLiteral'
    ? numberLiteral(`-${operand.text}`)
    : context.wrongShape(at, 'a number', json);
}

/** Decodes a member that is text. */
export function headerText(
  record: JsonRecord,
  key: string,
  limit: number,
  place: DecodePosition,
  context: DecodeContext,
): TextLiteral | null {
  const text = context.text(member(record, key), inside(place, key), `\`${key}\``, limit);
  return text === null ? null : textLiteral(text);
}
