const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns the name to which a node may refer: a path with one step, or the function of a call. */
function nameOfNode(node: Readonly<Record<string, unknown>>): string | null {
  if (node['kind'] === 'call') return node['name'] as string;
  if (node['kind'] !== 'path') return null;
  const [only, another] = node['steps'] as readonly string[];
  return another === undefined ? (only ?? null) : null;
}

/** Returns every plain word of a tree, including messages, that may be a declared name. The declarations determine which are. */
function candidateNames(tree: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  const open: unknown[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!isObject(node)) continue;
    const name = nameOfNode(node);
    if (name !== null) names.add(name);
    for (const [key, child] of Object.entries(node)) if (key !== 'range' && isObject(child)) open.push(child);
  }
  return names;
}

/** Returns the declared names that a tree uses, directly or through other declarations. */
export function usedNames(tree: unknown, declared: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const used = new Set<string>();
  const open: unknown[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop())
    for (const name of candidateNames(node)) {
      const declaration = declared.get(name);
      if (declaration === undefined || used.has(name)) continue;
      used.add(name);
      open.push(declaration);
    }
  return used;
}
