/** A path at which two JSON values differ. A value is absent if that side has none. */
export interface Difference {
  readonly path: string;
  readonly original?: unknown;
  readonly replayed?: unknown;
}

/** Maximum number of differences reported. */
const maxDifferences = 100;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the paths at which two JSON values differ, in the order of the first. */
export function differences(original: unknown, replayed: unknown, path: string): readonly Difference[] {
  if (Object.is(original, replayed)) return [];
  if (!isObject(original) || !isObject(replayed) || Array.isArray(original) !== Array.isArray(replayed))
    return [{ path, original, replayed }];
  const keys = new Set([...Object.keys(original), ...Object.keys(replayed)]);
  const found: Difference[] = [];
  for (const key of keys) {
    const inner = Array.isArray(original) ? `${path}[${key}]` : `${path}.${key}`;
    found.push(...differences(original[key], replayed[key], inner));
    if (found.length >= maxDifferences) break;
  }
  return found.slice(0, maxDifferences);
}
