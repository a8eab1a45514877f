/** An object of a test's world under construction. */
export type JsonObject = Record<string, unknown>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Sets the value at a path; missing objects along the path are created, and other values replaced. */
export function setAt(target: JsonObject, path: readonly string[], value: unknown): void {
  const [last = ''] = path.slice(-1);
  let owner = target;
  for (const step of path.slice(0, -1)) {
    const below = Object.hasOwn(owner, step) ? owner[step] : undefined;
    const next: JsonObject = isJsonObject(below) ? below : {};
    owner[step] = next;
    owner = next;
  }
  // Keys such as `__proto__` are treated like any other key.
  Object.defineProperty(owner, last, { value, writable: true, enumerable: true, configurable: true });
}

export function removeAt(target: JsonObject, path: readonly string[]): void {
  const [last = ''] = path.slice(-1);
  let owner: unknown = target;
  for (const step of path.slice(0, -1)) {
    if (!isJsonObject(owner) || !Object.hasOwn(owner, step)) return;
    owner = owner[step];
  }
  if (isJsonObject(owner)) Reflect.deleteProperty(owner, last);
}

/** Returns a copy with separate objects and lists; decimals are immutable and shared. */
export function copyOf<V>(value: V): V {
  if (Array.isArray(value)) return value.map(copyOf) as V;
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copyOf(each)])) as V;
}
