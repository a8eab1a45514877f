import type { Expression } from '../ast/expression.js';
import { numericText, parseNumeric } from '@tamis/stdx';
import type { LiteralJson, NumberJson } from './literal-json.js';

type LiteralNode = Extract<
  Expression,
  {
    kind:
      | 'textLiteral'
      | 'numberLiteral'
      | 'percentLiteral'
      | 'moneyLiteral'
      | 'durationLiteral'
      | 'distanceLiteral'
      | 'dateLiteral'
      | 'datetimeLiteral'
      | 'booleanLiteral';
  }
>;

type Writers = {
  readonly [K in LiteralNode['kind']]: (node: Extract<LiteralNode, { kind: K }>, sign: '' | '-') => LiteralJson;
};

/** Returns a JSON number if a double represents the decimal exactly, otherwise `$number`. */
export function encodeNumber(text: string): NumberJson {
  const value = parseNumeric(text);
  return typeof value === 'number' && numericText(value) === text ? value : { $number: text };
}

const writers: Writers = {
  textLiteral: (node) => node.value,
  booleanLiteral: (node) => node.value,
  numberLiteral: (node, sign) => encodeNumber(sign + node.text),
  percentLiteral: (node, sign) => ({ $percent: sign + node.text }),
  moneyLiteral: (node, sign) => ({ $money: `${sign}${node.amount} ${node.currency}` }),
  durationLiteral: (node, sign) => ({ $duration: `${sign}${node.amount}${node.unit}` }),
  distanceLiteral: (node, sign) => ({ $distance: `${sign}${node.amount} ${node.unit}` }),
  dateLiteral: (node) => ({ $date: node.text }),
  datetimeLiteral: (node) => ({ $datetime: node.text }),
};

const isLiteral = (node: Expression): node is LiteralNode => Object.hasOwn(writers, node.kind);

const writeLiteral = <K extends LiteralNode['kind']>(
  node: Extract<LiteralNode, { kind: K }>,
  sign: '' | '-',
): LiteralJson => (writers[node.kind] as (node: LiteralNode, sign: '' | '-') => LiteralJson)(node, sign);

/** Returns the digits of a literal that may have a sign. */
function amountOf(node: Expression): string | null {
  if (node.kind === 'numberLiteral' || node.kind === 'percentLiteral') return node.text;
  if (node.kind === 'moneyLiteral' || node.kind === 'durationLiteral' || node.kind === 'distanceLiteral')
    return node.amount;
  return null;
}

/** Returns the JSON form of a literal, a literal with `-`, or an array of them; `null` for every other node. `-0` keeps its operator. */
export function encodeLiteral(node: Expression): LiteralJson | null {
  if (isLiteral(node)) return writeLiteral(node, '');
  if (node.kind === 'arrayLiteral') {
    const items = node.items.map(encodeLiteral);
    return items.every((item) => item !== null) ? items : null;
  }
  const [operand] = node.kind === 'operation' && node.operator === 'negate' ? node.operands : [];
  if (operand === undefined || !isLiteral(operand)) return null;
  const amount = amountOf(operand);
  return amount === null || amount === '0' || amount.startsWith('-') ? null : writeLiteral(operand, '-');
}
