import type { SetRule } from '@tamis/engine';

/**
 * Indexes of versions that run in shadow beside the one of the same rule that decides: in a dry run a rule is the version that
 * decides, else it would be counted twice under one key.
 */
export function shadowVersions(rules: readonly SetRule[]): ReadonlySet<number> {
  const deciding = new Set(rules.flatMap(({ content, checked }) => (content.status === 'active' ? [checked.key] : [])));
  return new Set(
    rules.flatMap(({ content, checked }, index) =>
      content.status === 'shadow' && deciding.has(checked.key) ? [index] : [],
    ),
  );
}
