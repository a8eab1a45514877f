import { childExpressions, formatPath, type CheckedRule, type Expression } from '@tamis/lang';

/** A field read by rules, with both of its paths. */
export interface UsedField {
  readonly path: string;
  readonly jsonPath: string;
  /** Keys of the rules. */
  readonly rules: readonly string[];
}

/** Returns the fields of the subject that conditions and lets of rules read, including through names, sorted by path. */
export function fieldsUsed(rules: readonly CheckedRule[]): readonly UsedField[] {
  const used = new Map<string, { readonly jsonPath: string; readonly rules: Set<string> }>();
  for (const { key, condition, lets, meaning } of rules) {
    const open: Expression[] = [condition, ...lets.map(({ value }) => value)];
    for (let node = open.pop(); node; node = open.pop()) {
      const resolution = meaning.resolution(node);
      if (resolution?.kind === 'expansion') open.push(resolution.body);
      if (resolution?.kind === 'field' && resolution.scope === 'subject' && node.kind === 'path') {
        const path = formatPath(node.steps);
        const known = used.get(path) ?? { jsonPath: formatPath(resolution.field.jsonPath), rules: new Set<string>() };
        known.rules.add(key);
        used.set(path, known);
      }
      open.push(...childExpressions(node));
    }
  }
  return [...used]
    .map(([path, { jsonPath, rules: keys }]) => ({ path, jsonPath, rules: [...keys].sort() }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
