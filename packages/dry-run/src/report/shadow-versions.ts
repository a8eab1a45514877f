import type { SetRule } from '@tamis/engine';

/**
 * Returns the indexes of shadow versions that exist in addition to an active version of the same rule. In a dry run the active version
 * represents the rule, which would otherwise be counted twice under one key.
 */
export function shadowVersions(rules: readonly SetRule[]): ReadonlySet<number> {
  const deciding = new Set(rules.flatMap(({ content, checked }) => (content.status === 'active' ? [checked.key] : [])));
  return new Set(
    rules.flatMap(({ content, checked }, index) =>
      content.status === 'shadow' && deciding.has(checked.key) ? [index] : [],
    ),
  );
}
