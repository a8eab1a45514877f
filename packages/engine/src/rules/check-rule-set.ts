import {
  checkFile,
  conditionItems,
  encodeActions,
  encodeContextOf,
  type ActionJson,
  type CheckedRule,
  type Diagnostic,
  type MetadataByNode,
  type ReadResult,
  type Target,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { failure, ok, type Result, resultOf } from '@tamis/stdx';
import { newTextLruCache } from './text-lru-cache.js';
import { LeanCheckedRule, LeanRule } from './lean-rule.js';
import { readRuleCached } from './read-rule-cached.js';
import type { RuleContent, RuleSetContent } from './rule-set-content.js';
import type { SetRule } from './set-rule.js';

/** A rule that cannot be part of a set, with the reasons. */
export interface RuleSetProblem {
  readonly ruleId: string;
  readonly diagnostics: readonly Diagnostic[];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Sorts by descending priority, then age, then id: the order of listings and effects, never of decisions. Of two versions of a rule, the
 * deciding one comes before the one in shadow.
 */
function compareRules(a: SetRule, b: SetRule): number {
  return (
    b.checked.priority - a.checked.priority ||
    Date.parse(a.content.createdAt) - Date.parse(b.content.createdAt) ||
    compareText(a.content.ruleId, b.content.ruleId) ||
    compareText(a.content.status, b.content.status)
  );
}

const allTargets: readonly Target[] = ['transaction', 'person', 'company', 'userEvent'];

function checkRule(
  content: RuleContent,
  { lists, matrices = [] }: RuleSetContent,
): Result<SetRule, readonly Diagnostic[]> {
  const read = readRuleCached(content.source);
  const findList = (reference: string) => (Object.hasOwn(lists, reference) ? (lists[reference] ?? null) : null);
  const findMatrix = (key: string): readonly Target[] | null => {
    const matrix = matrices.find((each) => each.key === key);
    return matrix ? (matrix.targets ?? allTargets) : null;
  };
  const options = { catalogue: libraryCatalogue, findList, findMatrix, currencies: 'any' } as const;
  const checked = checkFile(read.file, { ...options, errorsOnly: true });
  const [rule] = checked.rules;
  const broken = [...read.diagnostics, ...checked.diagnostics].some(({ severity }) => severity === 'error');
  // Reports everything found in a broken rule, to help fix it.
  if (!rule || checked.rules.length !== 1 || broken)
    return failure([...read.diagnostics, ...checkFile(read.file, options).diagnostics]);
  return ok(
    setRule(
      content,
      rule,
      read.file.lists.map(({ name }) => name.text),
    ),
  );
}

interface CachedCheck {
  /** What affects a rule in addition to its text: lists, matrices and given ids. */
  readonly contextKey: string;
  readonly rule: SetRule;
}

/** The last check of each source, released with its parse result. */
const checkCache = new WeakMap<ReadResult, CachedCheck>();

/** Most rules have no given ids, so they share one string, which is fast to compare. */
const ruleContextKey = ({ conditionIds }: RuleContent, ofSet: string): string =>
  conditionIds ? ofSet + JSON.stringify(conditionIds) : ofSet;

/** Like `checkRule`, but a rule that was valid before with the same lists and matrices is not checked again. */
function checkCached(
  content: RuleContent,
  set: RuleSetContent,
  surroundingsOfSet: string,
): Result<SetRule, readonly Diagnostic[]> {
  const read = readRuleCached(content.source);
  const surroundings = ruleContextKey(content, surroundingsOfSet);
  const known = checkCache.get(read);
  if (known?.contextKey === surroundings) {
    const { rule } = known;
    return ok(lazySetRule(content, rule.checked, { items: () => rule.items, actions: () => rule.actions }));
  }
  const checked = checkRule(content, set);
  if (checked.ok) checkCache.set(read, { contextKey: surroundings, rule: checked.value });
  return checked;
}

/** Responses identify the lists to which actions add by their ids, regardless of the name used in the text. */
function withListIds(
  actions: readonly ActionJson[],
  { actionLists }: Pick<CheckedRule, 'actionLists'>,
): readonly ActionJson[] {
  if (actionLists.size === 0) return actions;
  return actions.map((action, index) => {
    if (action.type !== 'addFieldToCustomList') return action;
    const { mappings, ...rest } = action.addFieldToCustomList;
    const named = mappings.map((mapping, place) => {
      const list = actionLists.get(`${index}.${place}`);
      return list ? { ...mapping, listId: list.id } : mapping;
    });
    return { ...action, addFieldToCustomList: { mappings: named, ...rest } } as unknown as ActionJson;
  });
}

function itemsOf(
  content: RuleContent,
  { declaration, condition }: CheckedRule,
  declared: readonly string[],
): SetRule['items'] {
  const plain = conditionItems(condition, encodeContextOf(declaration, declared));
  const given = plain.flatMap(({ node }, index) => {
    const id = content.conditionIds?.[index];
    return id === undefined ? [] : [[node, { id }] as const];
  });
  const marks: MetadataByNode = new Map(given);
  return given.length > 0 ? conditionItems(condition, encodeContextOf(declaration, declared, marks)) : plain;
}

/** Computes what a summary shows about a rule on first access: a thread that only evaluates never needs it. */
function lazySetRule(
  content: RuleContent,
  checked: CheckedRule,
  shown: { readonly items: () => SetRule['items']; readonly actions: () => SetRule['actions'] },
): SetRule {
  return {
    content,
    checked,
    get items() {
      return shown.items();
    },
    get actions() {
      return shown.actions();
    },
    shadow: content.status === 'shadow' || checked.mode === 'shadow',
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Returns a checked rule as part of a set. `declared` contains the names declared with it. */
export const setRule = (content: RuleContent, checked: CheckedRule, declared: readonly string[]): SetRule =>
  lazySetRule(content, checked, {
    items: once(() => itemsOf(content, checked, declared)),
    actions: once(() => withListIds(encodeActions(checked.declaration, declared), checked)),
  });

type Check = typeof checkCached;

/** Limit in characters of sources. What is cached for each takes a few times as many bytes, and mostly belongs to sets in use. */
const maxLeanCharacters = 4_000_000;
const leanRules = newTextLruCache<{ readonly surroundings: string; readonly checked: LeanCheckedRule }>(
  maxLeanCharacters,
);

function cacheLean(content: RuleContent, set: RuleSetContent, surroundingsOfSet: string): ReturnType<Check> {
  const result = checkCached(content, set, surroundingsOfSet);
  if (!result.ok) return result;
  // Not the entire set, whose other rules may be released before this one.
  const { lists, matrices = [], baseCurrency, timezone } = set;
  const around: RuleSetContent = { rules: [], lists, matrices, baseCurrency, timezone };
  const again = (): SetRule => {
    const checked = checkCached(content, around, surroundingsOfSet);
    if (!checked.ok) throw new Error(`\`${content.ruleId}\` was valid before`);
    return checked.value;
  };
  const checked = new LeanCheckedRule(result.value, again);
  leanRules.set(content.source, { surroundings: ruleContextKey(content, surroundingsOfSet), checked });
  return ok(new LeanRule(content, checked));
}

/** Like `checkCached`, but the syntax trees are not kept. A rule that is already known is not even parsed. */
function checkLean(content: RuleContent, set: RuleSetContent, surroundingsOfSet: string): ReturnType<Check> {
  const known = leanRules.get(content.source);
  return known?.surroundings === ruleContextKey(content, surroundingsOfSet)
    ? ok(new LeanRule(content, known.checked))
    : cacheLean(content, set, surroundingsOfSet);
}

const setContextKey = ({ lists, matrices = [] }: RuleSetContent): string => JSON.stringify([lists, matrices]);

/** Returns what keeps the syntax trees of a rule alive. Without it, they are lost when the current job of the event loop ends. */
export const treesOf = (rule: SetRule): SetRule | null => (rule instanceof LeanRule ? rule.checked.asChecked : rule);

/** Returns the rule in a form that can be planned: its syntax trees and the nodes of its actions come from the same check. */
export function toPlannable(rule: SetRule, set: RuleSetContent): SetRule {
  if (!(rule instanceof LeanRule) || rule.checked.asChecked) return rule;
  const checked = cacheLean(rule.content, set, setContextKey(set));
  if (!checked.ok) throw new Error(`\`${rule.content.ruleId}\` was valid before`);
  return checked.value;
}

type CheckedRules = Result<readonly SetRule[], readonly RuleSetProblem[]>;

/** Reads and checks every rule of a set. Reports all problems at once. */
export const checkRuleSet = (content: RuleSetContent): CheckedRules => resultOf(checkAll(content, checkCached));

/** Like `checkRuleSet`, for rules that are kept for a long time: their syntax trees are rebuilt on access. */
export const checkRuleSetLean = (content: RuleSetContent): CheckedRules => resultOf(checkLeanInSteps(content));

/** Does the same rule by rule. Yields each valid rule, so that its syntax trees can be kept until they are used. */
export const checkLeanInSteps = (content: RuleSetContent): Generator<SetRule, CheckedRules> =>
  checkAll(content, checkLean);

function* checkAll(content: RuleSetContent, check: Check): Generator<SetRule, CheckedRules> {
  const surroundings = setContextKey(content);
  const rules: SetRule[] = [];
  const problems: RuleSetProblem[] = [];
  for (const each of content.rules) {
    const checked = check(each, content, surroundings);
    if (checked.ok) {
      rules.push(checked.value);
      yield checked.value;
    } else problems.push({ ruleId: each.ruleId, diagnostics: checked.error });
  }
  return problems.length > 0 ? failure(problems) : ok(rules.sort(compareRules));
}
