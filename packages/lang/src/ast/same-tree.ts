/** Whether two trees are equal except for source ranges and the layout of groups. */
export function sameTree(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => sameTree(item, b[index]))
    );
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  keys.delete('range');
  keys.delete('style');
  return [...keys].every((key) => sameTree(left[key], right[key]));
}
