import { encodeLiteral, readExpression } from '@tamis/lang';

/** An expression in the JSON form of rules, as people sent it; text where it has none. */
export function valueJson(text: string): unknown {
  const { expression } = readExpression(text);
  return (expression && encodeLiteral(expression)) ?? text;
}
