/** What the server says of a definition, by the part that it means. */
export interface Findings {
  /** By the key of the block, by the path below it: `config.severity`, `conditions[0]`, or nothing for the block itself. */
  readonly blocks: ReadonlyMap<string, Readonly<Record<string, string>>>;
  /** By the name of the setting. */
  readonly trigger: Readonly<Record<string, string>>;
  readonly conditions: readonly string[];
  /** What stands nowhere of these, by its path. */
  readonly others: Readonly<Record<string, string>>;
}

export const noFindings: Findings = { blocks: new Map(), trigger: {}, conditions: [], others: {} };

const isBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`);

/** Puts problems, which name paths, to the blocks that stand there. */
export function findingsOf(problems: Readonly<Record<string, string>>, paths: ReadonlyMap<string, string>): Findings {
  const blocks = new Map<string, Record<string, string>>();
  const trigger: Record<string, string> = {};
  const conditions: string[] = [];
  const others: Record<string, string> = {};
  // The longest path is the innermost block.
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

/** What is said of a member of a config, and of what stands in it. */
export function problemOf(found: Readonly<Record<string, string>> | undefined, name: string): string | undefined {
  return Object.entries(found ?? {}).find(([path]) => isBelow(path, name))?.[1];
}

export const countOf = ({ blocks, trigger, conditions, others }: Findings): number =>
  [...blocks.values()].reduce((sum, each) => sum + Object.keys(each).length, 0) +
  Object.keys(trigger).length +
  conditions.length +
  Object.keys(others).length;
