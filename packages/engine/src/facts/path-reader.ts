type Reader = (root: unknown) => unknown;

/** Keys that an ordinary object inherits. */
const isInherited = (key: string): boolean => key in Object.prototype;

function keyReader(key: string): Reader {
  if (isInherited(key))
    return (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, key)
        ? (value as Record<string, unknown>)[key]
        : undefined;
  return (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)[key]
      : undefined;
}

/**
 * Like `readPath` for fixed steps. Uses plain property access if the key cannot be inherited. Only an object's own members are read; arrays
 * and texts have none.
 */
export function pathReader(steps: readonly string[]): Reader {
  const readers = steps.map(keyReader);
  const [first, second, third] = readers;
  if (!first) return (root) => root;
  if (!second) return first;
  if (!third) return (root) => second(first(root));
  if (readers.length === 3) return (root) => third(second(first(root)));
  return (root) => readers.reduce((value, read) => read(value), root);
}
