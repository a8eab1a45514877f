import type { SyntaxNode } from './syntax-node.js';

const isLiteral = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  value.kind !== 'arrayLiteral' &&
  value.kind.endsWith('Literal');

/**
 * Counts the nodes of a tree including itself, except the literals in a list and the tests of a rule, which have their own limits. Stops
 * just above `limit`. Does not recurse, so it supports any depth.
 */
export function countNodes(root: SyntaxNode, limit: number): number {
  const pending: object[] = [root];
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) pending.push(value);
  };
  let count = 0;
  while (count <= limit) {
    const value = pending.pop() as Partial<Record<string, unknown>> | unknown[] | undefined;
    if (value === undefined) break;
    if (Array.isArray(value)) for (const item of value) add(item);
    else if (value['kind'] === 'arrayLiteral') {
      count++;
      for (const item of value['items'] as unknown[]) if (!isLiteral(item)) add(item);
    } else {
      if ('kind' in value && 'range' in value) count++;
      for (const key in value) if (key !== 'range' && key !== 'tests') add(value[key]);
    }
  }
  return count;
}
