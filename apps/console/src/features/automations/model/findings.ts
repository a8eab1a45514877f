/** Findings of the server about a definition, by the part that they refer to. */
export interface Findings {
  /** By the key of the block, then by the path below it: `config.severity`, `conditions[0]`, or an empty path for the block itself. */
  readonly blocks: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** By the name of the setting. */
  readonly trigger: Readonly<Record<string, string>>;
  readonly conditions: readonly string[];
  /** Findings that belong to none of these, by path. */
  readonly others: Readonly<Record<string, string>>;
}

export const noFindings: Findings = { blocks: new Map(), trigger: {}, conditions: [], others: {} };

const isBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);

/** Assigns problems, which refer to paths, to the blocks at these paths. */
export function findingsOf(problems: Readonly<Record<string, string>>, paths: ReadonlyMap<string, string>): Findings {
  const blocks = new Map<string, Record<string, string>>();
  const trigger: Record<string, string> = {};
  const conditions: string[] = [];
  const others: Record<string, string> = {};
  // The longest matching path belongs to the innermost block.
  const known = [...paths].sort(([, a], [, b]) => b.length - a.length);
  for (const [path, said] of Object.entries(problems)) {
    const block = known.find(([, above]) => isBelow(path, above));
    if (block) {
      const [key, above] = block;
      const rest = path.slice(above.length).replace(/^\./, '');
      blocks.set(key, { ...blocks.get(key), [rest]: said });
    } else if (path.startsWith('triggerConfig.')) trigger[path.slice('triggerConfig.'.length)] = said;
    else if (path === 'triggerType') trigger[''] = said;
    else if (isBelow(path, 'conditions')) conditions.push(said);
    else others[path] = said;
  }
  return { blocks, trigger, conditions, others };
}

/** Returns the finding about a member of a config or anything inside it. */
export function problemOf(found: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return Object.entries(found ?? {}).find(([path]) => isBelow(path, name))?.[1];
}

export const countOf = ({ blocks, trigger, conditions, others }: Findings): number =>
  [...blocks.values()].reduce((sum, each) => sum + Object.keys(each).length, 0) +
  Object.keys(trigger).length +
  conditions.length +
  Object.keys(others).length;
