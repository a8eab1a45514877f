import type { Expression } from '../ast/expression.js';
import type { OperationNode, OperatorName } from '../ast/operation-node.js';
import { atLeast, precedence, type Printed } from './precedence.js';
import { toPrinted } from './print-expression.js';

type OperationPrinter = (operands: readonly Expression[]) => Printed;

const operand = (operands: readonly Expression[], index: number, level: number): string => {
  const node = operands[index];
  return node ? atLeast(level, toPrinted(node)) : '';
};

/** `a <words> b`: takes values on both sides and does not chain. */
const comparison =
  (words: string): OperationPrinter =>
  (operands) => ({
    text: `${operand(operands, 0, precedence.otherwise)} ${words} ${operand(operands, 1, precedence.otherwise)}`,
    level: precedence.comparison,
  });

const predicate =
  (words: string): OperationPrinter =>
  (operands) => ({ text: `${operand(operands, 0, precedence.otherwise)} ${words}`, level: precedence.comparison });

const range =
  (words: string): OperationPrinter =>
  (operands) => {
    const [value, low, high] = [0, 1, 2].map((index) => operand(operands, index, precedence.otherwise));
    return { text: `${value ?? ''} ${words} ${low ?? ''} and ${high ?? ''}`, level: precedence.comparison };
  };

/** Associates to the left, so the right side must hold more tightly. */
const leftAssociative =
  (sign: string, level: number): OperationPrinter =>
  (operands) => ({ text: `${operand(operands, 0, level)} ${sign} ${operand(operands, 1, level + 1)}`, level });

const printers: Record<OperatorName, OperationPrinter> = {
  eq: comparison('='),
  neq: comparison('!='),
  lt: comparison('<'),
  lte: comparison('<='),
  gt: comparison('>'),
  gte: comparison('>='),
  between: range('between'),
  not_between: range('not between'),
  in: comparison('in'),
  not_in: comparison('not in'),
  contains: comparison('contains'),
  not_contains: comparison('not contains'),
  starts_with: comparison('starts with'),
  not_starts_with: comparison('not starts with'),
  ends_with: comparison('ends with'),
  not_ends_with: comparison('not ends with'),
  exists: predicate('is present'),
  not_exists: predicate('is missing'),
  is_empty: predicate('is empty'),
  is_not_empty: predicate('is not empty'),
  add: leftAssociative('+', precedence.sum),
  subtract: leftAssociative('-', precedence.sum),
  multiply: leftAssociative('*', precedence.product),
  divide: leftAssociative('/', precedence.product),
  negate: (operands) => ({ text: `-${operand(operands, 0, precedence.unary)}`, level: precedence.unary }),
  otherwise: leftAssociative('otherwise', precedence.otherwise),
};

export const printOperation = ({ operator, operands }: OperationNode): Printed => printers[operator](operands);
