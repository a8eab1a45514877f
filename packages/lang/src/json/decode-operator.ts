import { booleanLiteral } from '../ast/boolean-literal.js';
import { callNode } from '../ast/call-node.js';
import type { Expression } from '../ast/expression.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { inside, member, type DecodeContext, type JsonRecord, type DecodePosition } from './decode-context.js';
import { leafOperatorNamed, leafOperatorSpellings, type LeafOperatorName } from './leaf-operators.js';

/** An operator as written, with anything its name implies in addition to the operator in the tree. */
export interface ReadOperator {
  readonly name: LeafOperatorName;
  /** `is_false` implies its operand. */
  readonly operand?: () => Expression;
  /** `age_gte` compares a function of the field. */
  readonly wrap?: (subject: Expression) => Expression;
}

const age = (subject: Expression): Expression => callNode('age', [subject]);
const isFalse: ReadOperator = { name: 'eq', operand: () => booleanLiteral(false) };

/** Names that imply more than an operator, in both cases. */
const spelledOut: ReadonlyMap<string, ReadOperator> = new Map<string, ReadOperator>(
  Object.entries({
    is_false: isFalse,
    age_gte: { name: 'gte', wrap: age },
    age_lt: { name: 'lt', wrap: age },
  } satisfies Record<string, ReadOperator>).flatMap(([name, operator]): [string, ReadOperator][] => [
    [name, operator],
    [name.toUpperCase(), operator],
  ]),
);

/** Decodes the operator of a condition. If it is missing, it is `eq`, or `in` if the value is an array. */
export function decodeOperator(record: JsonRecord, place: DecodePosition, context: DecodeContext): ReadOperator | null {
  const json = member(record, 'operator');
  const at = inside(place, 'operator');
  if (json === undefined) return { name: Array.isArray(member(record, 'value')) ? 'in' : 'eq' };
  if (typeof json !== 'string') return context.wrongShape(at, 'an operator', json);
  const name = leafOperatorNamed(json);
  if (name !== null) return { name };
  const spelled = spelledOut.get(json);
  if (spelled !== undefined) return spelled;
  const near = leafOperatorNamed(json.toUpperCase());
  if (near !== null) return context.report(e0213, at, `\`${json}\` is not an operator`, `did you mean \`${near}\`?`);
  return context.word(at, 'operator', json, [...leafOperatorSpellings(), ...spelledOut.keys()]);
}
