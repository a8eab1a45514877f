import type { Expression } from '../ast/expression.js';

/** Returns the direct child expressions of a node, in text order. */
export function childExpressions(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'and':
    case 'or':
    case 'none':
    case 'atLeast':
    case 'arrayLiteral':
      return node.items;
    case 'not':
    case 'convert':
      return [node.operand];
    case 'operation':
      return node.operands;
    case 'call':
      return node.args;
    case 'aggregate':
      return [node.value, node.where].filter((each) => each !== null);
    case 'path':
    case 'listReference':
    case 'listTypeReference':
    case 'textLiteral':
    case 'rawTextLiteral':
    case 'numberLiteral':
    case 'percentLiteral':
    case 'moneyLiteral':
    case 'durationLiteral':
    case 'distanceLiteral':
    case 'dateLiteral':
    case 'datetimeLiteral':
    case 'booleanLiteral':
      return [];
  }
}
