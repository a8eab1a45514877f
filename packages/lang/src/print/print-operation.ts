import type { FuzzyOptions } from '../ast/fuzzy-options.js';
import type { OperationNode, OperatorName } from '../ast/operation-node.js';
import type { PrintContext } from './print-context.js';
import { atLeast, precedence, type Printed } from './precedence.js';
import { toPrinted } from './print-expression.js';

type OperationPrinter = (node: OperationNode, place: PrintContext) => Printed;

const operand = ({ operands }: OperationNode, index: number, level: number, place: PrintContext): string => {
  const node = operands[index];
  return node ? atLeast(level, toPrinted(node, place)) : '';
};

const value = (node: OperationNode, index: number, place: PrintContext): string =>
  operand(node, index, precedence.otherwise, place);

/** Prints `a <words> b`, which takes values on both sides and does not chain. */
const comparison =
  (words: string): OperationPrinter =>
  (node, place) => ({
    text: `${value(node, 0, place)} ${words} ${value(node, 1, place)}`,
    level: precedence.comparison,
  });

const predicate =
  (words: string): OperationPrinter =>
  (node, place) => ({ text: `${value(node, 0, place)} ${words}`, level: precedence.comparison });

/** Prints `a <words> b <joint> c`. */
const ternary =
  (words: string, joint: string): OperationPrinter =>
  (node, place) => {
    const [first, second, third] = [0, 1, 2].map((index) => value(node, index, place));
    return { text: `${first ?? ''} ${words} ${second ?? ''} ${joint} ${third ?? ''}`, level: precedence.comparison };
  };

function fuzzyOptions(options: FuzzyOptions | null, place: PrintContext): string {
  const threshold = options?.threshold ? ` at ${toPrinted(options.threshold, place).text}` : '';
  return options?.algorithm ? `${threshold} using ${options.algorithm.text}` : threshold;
}

const similarity =
  (words: string): OperationPrinter =>
  (node, place) => ({
    text: `${comparison(words)(node, place).text}${fuzzyOptions(node.options, place)}`,
    level: precedence.comparison,
  });

/** Left-associative, so the right-hand side needs a higher precedence. */
const leftAssociative =
  (sign: string, level: number): OperationPrinter =>
  (node, place) => ({
    text: `${operand(node, 0, level, place)} ${sign} ${operand(node, 1, level + 1, place)}`,
    level,
  });

const printers: Record<OperatorName, OperationPrinter> = {
  eq: comparison('='),
  neq: comparison('!='),
  lt: comparison('<'),
  lte: comparison('<='),
  gt: comparison('>'),
  gte: comparison('>='),
  between: ternary('between', 'and'),
  not_between: ternary('not between', 'and'),
  in: comparison('in'),
  not_in: comparison('not in'),
  contains: comparison('contains'),
  not_contains: comparison('not contains'),
  contains_any: comparison('contains any of'),
  contains_none: comparison('not contains any of'),
  contains_all: comparison('contains all of'),
  not_contains_all: comparison('not contains all of'),
  starts_with: comparison('starts with'),
  not_starts_with: comparison('not starts with'),
  ends_with: comparison('ends with'),
  not_ends_with: comparison('not ends with'),
  matches: comparison('matches'),
  not_matches: comparison('not matches'),
  exists: predicate('is present'),
  not_exists: predicate('is missing'),
  is_empty: predicate('is empty'),
  is_not_empty: predicate('is not empty'),
  before: comparison('is before'),
  not_before: comparison('is not before'),
  after: comparison('is after'),
  not_after: comparison('is not after'),
  within_last: comparison('is within last'),
  not_within_last: comparison('is not within last'),
  is_multiple_of: comparison('is multiple of'),
  is_not_multiple_of: comparison('is not multiple of'),
  fuzzy_match: similarity('is similar to'),
  not_fuzzy_match: similarity('is not similar to'),
  fuzzy_match_custom_list: similarity('is similar to any in'),
  not_fuzzy_match_custom_list: similarity('is not similar to any in'),
  outside_entity_operational_hours: comparison('is outside operational hours of'),
  not_outside_entity_operational_hours: comparison('is not outside operational hours of'),
  inside_entity_operational_hours: comparison('is inside operational hours of'),
  not_inside_entity_operational_hours: comparison('is not inside operational hours of'),
  within_distance: ternary('is within', 'of'),
  not_within_distance: ternary('is not within', 'of'),
  add: leftAssociative('+', precedence.sum),
  subtract: leftAssociative('-', precedence.sum),
  multiply: leftAssociative('*', precedence.product),
  divide: leftAssociative('/', precedence.product),
  negate: (node, place) => ({ text: `-${operand(node, 0, precedence.unary, place)}`, level: precedence.unary }),
  otherwise: leftAssociative('otherwise', precedence.otherwise),
};

export const printOperation: OperationPrinter = (node, place) => printers[node.operator](node, place);
