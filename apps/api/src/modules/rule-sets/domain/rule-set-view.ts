import type { RuleSetContent, SetRule } from '@tamis/engine';
import { describeChanges, encodeLiteral, printExpression, readRules, type LiteralJson } from '@tamis/lang';

import { contentHash } from './content-hash.js';
import type { LoadedRuleSet } from './loaded-rule-set.js';

export interface SetRuleView {
  readonly ruleId: string;
  readonly key: string;
  readonly version: number;
  readonly status: 'active' | 'shadow';
  readonly contentHash: string;
}

export const rulesOfSet = ({ compiled, content }: LoadedRuleSet): readonly SetRuleView[] =>
  compiled.rules.map(({ content: { ruleId, version, status, source }, checked: { key } }) => ({
    ruleId,
    key,
    version,
    status,
    contentHash: contentHash(source, content.lists),
  }));

export const matricesOf = ({ matrices = [] }: RuleSetContent) =>
  matrices.map(({ matrixId: riskMatrixId, key, version }) => ({ riskMatrixId, key, version }));

export const listsOf = ({ lists }: RuleSetContent) => {
  const byId = new Map(Object.values(lists).map(({ id, name }) => [id, name]));
  return [...byId].map(([listId, name]) => ({ listId, name }));
};

/** Values of the parameters its rules use, by name. */
export function parametersOf({ rules }: RuleSetContent): Readonly<Record<string, LiteralJson | string>> {
  // Reading a text costs a millisecond, and most rules have no parameter.
  const files = rules.filter(({ source }) => /\bparam\b/.test(source)).map(({ source }) => readRules(source).file);
  return Object.fromEntries(
    files.flatMap(({ parameters }) =>
      parameters.map(({ name, value }) => [name.text, encodeLiteral(value) ?? printExpression(value)] as const),
    ),
  );
}

export type ChangeKind = 'added' | 'removed' | 'changed';

export interface RuleChangeView {
  readonly key: string;
  readonly change: ChangeKind;
  /** Versions of the rule; null where the set does not have it. */
  readonly from: number | null;
  readonly to: number | null;
  readonly words: readonly string[];
}

export interface RuleSetDiff {
  readonly rules: readonly RuleChangeView[];
  readonly params: readonly {
    readonly name: string;
    readonly from: LiteralJson | string | null;
    readonly to: LiteralJson | string | null;
  }[];
  readonly matrices: readonly {
    readonly key: string;
    readonly change: ChangeKind;
    readonly from: number | null;
    readonly to: number | null;
  }[];
}

const kindOf = (before: unknown, after: unknown): ChangeKind =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';

function words(before: SetRule, after: SetRule): readonly string[] {
  const [old, current] = [before.content.status, after.content.status];
  return [
    ...(old === current ? [] : [`status ${old} → ${current}`]),
    ...describeChanges(before.checked.declaration, after.checked.declaration),
  ];
}

/** By rule; a version in shadow beside the one that decides is apart. */
function byId({ compiled: { rules } }: LoadedRuleSet): ReadonlyMap<string, SetRule> {
  const deciding = new Set(rules.flatMap(({ content: { status, ruleId } }) => (status === 'active' ? [ruleId] : [])));
  return new Map(
    rules.map((rule) => {
      const { status, ruleId } = rule.content;
      return [status === 'shadow' && deciding.has(ruleId) ? `${ruleId} beside` : ruleId, rule];
    }),
  );
}

function ruleChanges(before: LoadedRuleSet, after: LoadedRuleSet): readonly RuleChangeView[] {
  const [old, current] = [byId(before), byId(after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((id): RuleChangeView[] => {
    const [from, to] = [old.get(id), current.get(id)];
    const said = from && to ? words(from, to) : [];
    if (from && to && said.length === 0 && from.content.source === to.content.source) return [];
    const key = (to ?? from)!.checked.key;
    const [fromVersion, toVersion] = [from?.content.version ?? null, to?.content.version ?? null];
    return [{ key, change: kindOf(from, to), from: fromVersion, to: toVersion, words: said }];
  });
}

function matrixChanges(before: RuleSetContent, after: RuleSetContent): RuleSetDiff['matrices'] {
  const byId = ({ matrices = [] }: RuleSetContent) => new Map(matrices.map((each) => [each.matrixId, each]));
  const [old, current] = [byId(before), byId(after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((id) => {
    const [from, to] = [old.get(id), current.get(id)];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    const { key } = (to ?? from)!;
    return [{ key, change: kindOf(from, to), from: from?.version ?? null, to: to?.version ?? null }];
  });
}

/** What one set has that the other has not, by rule, parameter and matrix. */
export function diffOfSets(before: LoadedRuleSet, after: LoadedRuleSet): RuleSetDiff {
  const [old, current] = [parametersOf(before.content), parametersOf(after.content)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return {
    rules: ruleChanges(before, after),
    params: names
      .map((name) => ({ name, from: old[name] ?? null, to: current[name] ?? null }))
      .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to)),
    matrices: matrixChanges(before.content, after.content),
  };
}

/** A difference in one line per change. */
export const changesInWords = ({ rules, params, matrices }: RuleSetDiff): readonly string[] => [
  ...rules.flatMap(({ key, change, words: said }) =>
    said.length > 0 ? said.map((each) => `${key}: ${each}`) : [`${key}: ${change}`],
  ),
  ...params.map(({ name, from, to }) => `param ${name}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
  ...matrices.map(({ key, change }) => `matrix ${key}: ${change}`),
];
