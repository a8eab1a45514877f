import type { Random } from './random.js';

/** Values that do not belong to any declared type, and unexpected sizes. */
const oddities: readonly (() => unknown)[] = [
  () => NaN,
  () => Infinity,
  () => -Infinity,
  () => 1.7976931348623157e308,
  () => 5e-324,
  () => '9'.repeat(400),
  () => '1e400',
  () => 'a'.repeat(20_000),
  () => '\ud800',
  () => Array.from({ length: 3_000 }, (_, index) => index),
  () => nested(500, (inner) => [inner]),
  () => nested(500, (inner) => ({ inner })),
  () => ({ toString: 1, constructor: null, length: 3 }),
];

function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 5;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

/** Replaces a few values by odd ones, at any depth. */
export function corrupt(object: Record<string, unknown>, random: Random): void {
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (random.chance(0.03)) object[key] = random.pick(oddities)();
    else if (typeof value === 'object' && value !== null && !Array.isArray(value))
      corrupt(value as Record<string, unknown>, random);
  }
}
