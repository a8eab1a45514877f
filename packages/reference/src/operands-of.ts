import { childExpressions, type Expression } from '@tamis/lang';

/** Operands, in text order. What an aggregate reads belongs to the aggregate. */
export const operandsOf = (node: Expression): readonly Expression[] =>
  node.kind === 'aggregate' ? [] : childExpressions(node);
