import type { Expression } from '@tamis/lang';

/** Operands, in text order. What an aggregate reads belongs to the aggregate. */
export function operandsOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'operation':
      return node.operands;
    case 'call':
      return node.args;
    case 'and':
    case 'or':
    case 'none':
    case 'atLeast':
    case 'arrayLiteral':
      return node.items;
    case 'not':
    case 'convert':
      return [node.operand];
    case 'aggregate':
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
