import type { RuleContent, RuleSetContent } from '@tamis/engine';
import {
  checkFile,
  describeChanges,
  encodeLiteral,
  printExpression,
  readRules,
  type ListBinding,
  type LiteralJson,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { LRUCache } from 'lru-cache';

import { contentHash } from './content-hash.js';
import type { LoadedRuleSet } from './loaded-rule-set.js';
import { ruleSetLimits } from './rule-set-limits.js';

export interface SetRuleView {
  readonly ruleId: string;
  readonly key: string;
  readonly version: number;
  readonly status: 'active' | 'shadow';
  readonly contentHash: string;
}

/** Returns those lists of a set that one rule names. */
function namedLists(source: string, lists: RuleSetContent['lists']): RuleSetContent['lists'] {
  if (Object.keys(lists).length === 0) return lists;
  const named: Record<string, ListBinding> = {};
  const findList = (reference: string): ListBinding | null => {
    const list = Object.hasOwn(lists, reference) ? lists[reference]! : null;
    if (list) named[reference] = list;
    return list;
  };
  checkFile(readRules(source).file, { catalogue: libraryCatalogue, findList });
  return named;
}

export const rulesOfSet = ({
  compiled,
  content,
}: Pick<LoadedRuleSet, 'compiled' | 'content'>): readonly SetRuleView[] =>
  compiled.rules.map(({ content: { ruleId, version, status, source }, checked: { key } }) => ({
    ruleId,
    key,
    version,
    status,
    contentHash: contentHash(source, namedLists(source, content.lists)),
  }));

export const matricesOf = ({ matrices = [] }: RuleSetContent) =>
  matrices.map(({ matrixId: riskMatrixId, key, version }) => ({ riskMatrixId, key, version }));

export interface ListOfSet {
  readonly listId: string;
  readonly name: string;
}

export const listsOf = ({ lists }: RuleSetContent): readonly ListOfSet[] => {
  const byId = new Map(Object.values(lists).map(({ id, name }) => [id, name]));
  return [...byId].map(([listId, name]) => ({ listId, name }));
};

type Parameters = Readonly<Record<string, LiteralJson | string>>;

/** Keyed by rule text. Parsing one takes a millisecond, and a publication changes only a few of them. */
const parameterCache = new LRUCache<string, Parameters>({ max: ruleSetLimits.textsWithParameters });

function readParameters(source: string): Parameters {
  const known = parameterCache.get(source);
  if (known) return known;
  const { parameters } = readRules(source).file;
  const read = Object.fromEntries(
    parameters.map(({ name, value }) => [name.text, encodeLiteral(value) ?? printExpression(value)] as const),
  );
  parameterCache.set(source, read);
  return read;
}

/** Returns the values of the parameters that the rules use, by name. Most rules have none. */
export const parametersOf = ({ rules }: RuleSetContent): Parameters =>
  Object.fromEntries(
    rules
      .filter(({ source }) => /\bparam\b/.test(source))
      .flatMap(({ source }) => Object.entries(readParameters(source))),
  );

export type ChangeKind = 'added' | 'removed' | 'changed';

export interface RuleChangeView {
  readonly key: string;
  readonly change: ChangeKind;
  /** Versions of the rule; `null` if the set does not include it. */
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

const changeKindOf = (before: unknown, after: unknown): ChangeKind =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';

const besideSuffix = ' beside';

/** Returns the rules by id. A shadow version has a separate entry next to the active one. */
function byId({ rules }: RuleSetContent): ReadonlyMap<string, RuleContent> {
  const deciding = new Set(rules.flatMap(({ status, ruleId }) => (status === 'active' ? [ruleId] : [])));
  return new Map(
    rules.map((rule) => {
      const { status, ruleId } = rule;
      return [status === 'shadow' && deciding.has(ruleId) ? `${ruleId}${besideSuffix}` : ruleId, rule];
    }),
  );
}

/** A shadow version that is added or removed does not change the active rule, so the rule counts as neither added nor removed. */
const watching = (before: RuleContent | undefined, after: RuleContent | undefined): readonly string[] =>
  before && after
    ? []
    : after
      ? [`version ${after.version} is now evaluated in shadow`]
      : [`version ${before!.version} is no longer evaluated in shadow`];

function diffRule(before: RuleContent | undefined, after: RuleContent | undefined, isBeside: boolean): RuleChangeView {
  const [old, current] = [before, after].map((rule) => rule && readRules(rule.source).file.rules[0]);
  const moved = before && after && before.status !== after.status ? [`status ${before.status} → ${after.status}`] : [];
  return {
    key: (current ?? old)!.key.text,
    change: changeKindOf(before, after),
    from: before?.version ?? null,
    to: after?.version ?? null,
    words: old && current ? [...moved, ...describeChanges(old, current)] : isBeside ? watching(before, after) : [],
  };
}

/** Rules that did not change are not parsed. */
function diffRules(before: RuleSetContent, after: RuleSetContent): readonly RuleChangeView[] {
  const [old, current] = [byId(before), byId(after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((id) => {
    const [from, to] = [old.get(id), current.get(id)];
    return from?.source === to?.source && from?.status === to?.status
      ? []
      : [diffRule(from, to, id.endsWith(besideSuffix))];
  });
}

function diffMatrices(before: RuleSetContent, after: RuleSetContent): RuleSetDiff['matrices'] {
  const byId = ({ matrices = [] }: RuleSetContent) => new Map(matrices.map((each) => [each.matrixId, each]));
  const [old, current] = [byId(before), byId(after)];
  return [...new Set([...old.keys(), ...current.keys()])].flatMap((id) => {
    const [from, to] = [old.get(id), current.get(id)];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    const { key } = (to ?? from)!;
    return [{ key, change: changeKindOf(from, to), from: from?.version ?? null, to: to?.version ?? null }];
  });
}

/** Returns the differences between two sets by rule, parameter and matrix. */
export function diffRuleSets(before: RuleSetContent, after: RuleSetContent): RuleSetDiff {
  const [old, current] = [parametersOf(before), parametersOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(current)])];
  return {
    rules: diffRules(before, after),
    params: names
      .map((name) => ({ name, from: old[name] ?? null, to: current[name] ?? null }))
      .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to)),
    matrices: diffMatrices(before, after),
  };
}

/** Returns a difference as one line per change. */
export const describeDiff = ({ rules, params, matrices }: RuleSetDiff): readonly string[] => [
  ...rules.flatMap(({ key, change, words: said }) =>
    said.length > 0 ? said.map((each) => `${key}: ${each}`) : [`${key}: ${change}`],
  ),
  ...params.map(({ name, from, to }) => `param ${name}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
  ...matrices.map(({ key, change }) => `matrix ${key}: ${change}`),
];
