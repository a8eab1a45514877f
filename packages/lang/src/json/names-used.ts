import { namesWithin } from './names-within.js';

/** Names of a tree that are declared, directly or through the declarations of others. */
export function namesUsed(tree: unknown, declared: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const used = new Set<string>();
  const open: unknown[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const name of namesWithin(node)) {
      const declaration = declared.get(name);
      if (declaration === undefined || used.has(name)) continue;
      used.add(name);
      open.push(declaration);
    }
  return used;
}
