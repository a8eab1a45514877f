/** Path of the first place where two JSON values differ, in the order of the first; null when they are equal. */
export function firstDifference(a: unknown, b: unknown, path: string): string | null {
  if (Object.is(a, b)) return null;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return path;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const inner = Array.isArray(a) ? `${path}[${key}]` : `${path}.${key}`;
    const found = firstDifference(left[key], right[key], inner);
    if (found !== null) return found;
  }
  return null;
}
