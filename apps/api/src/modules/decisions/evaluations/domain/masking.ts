import {
  type Context,
  type Facts,
  type ExplainOptions,
  hiddenValue,
  type EvaluationOutcome,
  formatMessage,
  type RuleInspector,
  type RuleOutcome,
  type SetRule,
  undecidedRules,
  type ValueStyle,
  withoutProbe,
  withSyntaxTrees,
} from '@tamis/engine';
import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { ApiError, stringifyJson } from '../../../../platform/http/index.js';
import { isSensitive, sensitiveNames } from './sensitive-field.js';
import { tellsSensitive, isSensitiveField, readsSensitive } from './tells-sensitive.js';
import { type Action, type Expression, type MessageTemplate, printExpression } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { LoadedRuleSet } from '../../rule-sets/index.js';
import type { EvaluationResult } from './evaluation-report.js';

/** Shorter values are hidden only where they are the entire text. As substrings they would also hide harmless text. */
const minPartialLength = 3;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isSensitiveKey = (key: string): boolean => isSensitive({ path: key });

/** Collects the texts and numbers within a value. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') into.add(String(value));
  else if (isObject(value)) for (const each of Object.values(value)) collect(each, into);
}

function collectNamed(value: unknown, into: Set<string>): void {
  if (!isObject(value)) return;
  for (const [key, each] of Object.entries(value))
    if (!Array.isArray(value) && isSensitiveKey(key)) collect(each, into);
    else collectNamed(each, into);
}

/** Returns all values of sensitive fields that may appear in an evaluation. */
function sensitiveValues({ set: { compiled }, run, ...read }: MaskedRun): ReadonlySet<string> {
  const context = JSON.parse(read.context) as Context;
  const found = new Set<string>();
  collectNamed(context, found);
  const columns = compiled
    .requests(context, run)
    .windows.flatMap((window) =>
      window.columns.flatMap((path, index) => (isSensitiveKey(path.at(-1) ?? '') ? [{ id: window.id, index }] : [])),
    );
  if (columns.length > 0) {
    const facts = JSON.parse(read.facts) as Facts;
    for (const { id, index } of columns) for (const row of facts.windows[id] ?? []) collect(row[index + 1], found);
  }
  found.delete('');
  return found;
}

const sensitiveReadPermission = 'entities:read_sensitive';

export const canReadSensitive = ({ scopes }: Pick<Principal, 'scopes'>): boolean =>
  hasPermission(scopes, sensitiveReadPermission);

/** Returns which values an explanation hides from a caller. */
export const explainedTo = (principal: Pick<Principal, 'scopes'>): Pick<ExplainOptions, 'isHidden'> =>
  canReadSensitive(principal) ? {} : { isHidden: tellsSensitive };

/**
 * Returns data about an evaluation as the caller may see it. Without the permission, sensitive values are hidden wherever they occur, and
 * so are values that rules derived from them.
 */
export function maskFor<T>(principal: Pick<Principal, 'scopes'>, decided: MaskedRun, told: T): T {
  if (canReadSensitive(principal)) return told;
  const json = stringifyJson(told);
  const shown = hideIn(json, sensitiveValues(decided), derivedValuesOf(decided, 'all'));
  return shown === json ? told : (JSON.parse(shown) as T);
}

/** Does the same for JSON text that shows only values of hits. Returns it unchanged if nothing needs to be hidden. */
export function maskTextFor(principal: Pick<Principal, 'scopes'>, decided: MaskedRun, json: string): string {
  if (canReadSensitive(principal)) return json;
  return hideIn(json, sensitiveValues(decided), derivedValuesOf(decided, 'shown'));
}

function hideIn(json: string, values: ReadonlySet<string>, derived: DerivedValues | null): string {
  // Most texts contain none of the values, and traversing the summary of a thousand rules takes longer than evaluating them.
  const isShown = [...values].some((value) => {
    const spelled = JSON.stringify(value);
    return json.includes(value.length < minPartialLength ? spelled : spelled.slice(1, -1));
  });
  if (!isShown && !derived) return json;
  return JSON.stringify(maskValues(JSON.parse(json) as unknown, values, derived));
}

/** Returns whether a tree refers to a sensitive field, as a step of a path or as a key in a text literal. */
function mentionsSensitiveField(tree: unknown): boolean {
  if (!isObject(tree)) return false;
  const { kind, steps, value } = tree;
  if (kind === 'path' && Array.isArray(steps) && steps.some((step) => typeof step === 'string' && isSensitiveKey(step)))
    return true;
  if (kind === 'textLiteral' && typeof value === 'string' && isSensitiveKey(value)) return true;
  return Object.values(tree).some(mentionsSensitiveField);
}

/**
 * For the syntax tree of a rule, which is useless with hidden values. Throws 403 if it shows or refers to something the caller may not see.
 */
export function requireSensitiveAccess(principal: Pick<Principal, 'scopes'>, decided: MaskedRun, tree: object): void {
  if (canReadSensitive(principal)) return;
  const json = stringifyJson(tree);
  if (!mentionsSensitiveField(tree) && maskTextFor(principal, decided, json) === json) return;
  throw new ApiError('FORBIDDEN', `The request lacks the permission ${sensitiveReadPermission}`, {
    requiredPermission: sensitiveReadPermission,
  });
}

const nothingDerived: DerivedValues = { conditions: new Map(), texts: new Map(), reads: new Map() };

function maskValues(told: unknown, values: ReadonlySet<string>, derived: DerivedValues | null): unknown {
  const { conditions, texts, reads } = derived ?? nothingDerived;
  const parts = [...values].filter((value) => value.length >= minPartialLength).sort((a, b) => b.length - a.length);
  const hide = (text: string): string => {
    if (values.has(text)) return hiddenValue;
    const known = texts.get(text) ?? [...reads].reduce((left, [read, shown]) => left.replaceAll(read, shown), text);
    return parts.reduce((left, part) => left.replaceAll(part, hiddenValue), known);
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return hide(value);
    if (typeof value === 'number') return isLong(value) && values.has(String(value)) ? hiddenValue : value;
    if (Array.isArray(value)) return value.map(walk);
    if (!isObject(value)) return value;
    const hidden = typeof value['ruleId'] === 'string' && conditions.get(value['ruleId']);
    // Adds the keys of lookups, which contain the values that were looked up.
    const members = Object.entries(value).map(([key, each]) =>
      isRead(key) ? [hide(key), reads.has(key) ? hideFound(walk(each)) : walk(each)] : [key, walk(each)],
    );
    const masked = Object.fromEntries(members) as Record<string, unknown>;
    return hidden && hidden.size > 0 ? { ...masked, conditions: hideActual(masked['conditions'], hidden) } : masked;
  };
  return walk(told);
}

/** Hides the result of a lookup of a hidden value, unless it is a boolean. */
const hideFound = (found: unknown): unknown =>
  isObject(found) && 'value' in found && typeof found['value'] !== 'boolean' ? { ...found, value: hiddenValue } : found;

/** Returns the conditions of a rule. Those with these ids have their values hidden. */
function hideActual(conditions: unknown, ids: ReadonlySet<string>): unknown {
  if (isObject(conditions) && !Array.isArray(conditions))
    return { ...conditions, conditions: hideActual(conditions['conditions'], ids) };
  if (!Array.isArray(conditions)) return conditions;
  return conditions.map((each: Readonly<Record<string, unknown>>) => {
    if (!ids.has(String(each['id']))) return each;
    const names = ['actual', 'actualValue'].filter((name) => each[name] !== undefined && each[name] !== null);
    return { ...each, ...Object.fromEntries(names.map((name) => [name, hiddenValue])) };
  });
}

/** Shorter numbers are more often counts and scores than identifiers of persons. */
const isLong = (value: number): boolean => String(value).length >= 6;

const isRead = (key: string): boolean => key.startsWith('{');

/** An evaluation with everything required to mask it. */
export interface MaskedRun extends Pick<EvaluationResult, 'run' | 'outcome' | 'context' | 'facts'> {
  readonly set: Pick<LoadedRuleSet, 'compiled' | 'content'>;
}

/** The parts of a rule that reveal sensitive fields. */
interface DerivedParts {
  /** Conditions whose value reveals them, by index and by id. */
  readonly leaves: ReadonlySet<number>;
  readonly ids: ReadonlySet<string>;
  /** Conditions that read sensitive fields at all, by index. */
  readonly readers: readonly number[];
  /** Message placeholders that reveal them, in printed form. */
  readonly holes: ReadonlySet<string>;
}

const noParts: DerivedParts = { leaves: new Set(), ids: new Set(), readers: [], holes: new Set() };

/** Last steps of the paths through which rules read sensitive fields. A rule text without any of these reads none. */
const readNames: ReadonlySet<string> = new Set([
  ...sensitiveNames,
  ...(['transaction', 'person', 'company', 'userEvent'] as const)
    .flatMap((target) => libraryCatalogue.schema.fields(target))
    .concat(libraryCatalogue.schema.sources.flatMap(({ name }) => libraryCatalogue.schema.recordFields(name)))
    .filter(isSensitiveField)
    .map(({ path }) => path.slice(path.lastIndexOf('.') + 1)),
]);

const namesSensitive = (source: string): boolean => (source.match(/\w+/g) ?? []).some((word) => readNames.has(word));

/** Computed once for each rule, because the syntax trees of a rule are rebuilt for each request. */
const known = new WeakMap<SetRule, DerivedParts>();

export function derivedPartsOf(rule: SetRule): DerivedParts {
  let parts = known.get(rule);
  if (!parts) known.set(rule, (parts = namesSensitive(rule.content.source) ? findParts(rule) : noParts));
  return parts;
}

/** Returns the operand whose value a condition shows: the left side of a comparison, otherwise the condition itself. */
const shownOperand = (leaf: Expression): Expression => (leaf.kind === 'operation' ? (leaf.operands[0] ?? leaf) : leaf);

function findParts(rule: SetRule): DerivedParts {
  const { items, checked } = withSyntaxTrees(rule);
  const readers = items.flatMap(({ node }, index) => (readsSensitive(node, checked) ? [index] : []));
  const leaves = readers.filter((index) => tellsSensitive(shownOperand(items[index]!.node), checked));
  return {
    leaves: new Set(leaves),
    ids: new Set(leaves.map((index) => items[index]!.id)),
    readers,
    holes: new Set(
      checked.actions
        .flatMap(messagesOf)
        .flatMap(({ parts }) => parts)
        .filter((part) => typeof part !== 'string')
        .filter((hole) => tellsSensitive(hole, checked))
        .map((hole) => printExpression(hole)),
    ),
  };
}

function messagesOf(action: Action): readonly MessageTemplate[] {
  if ('message' in action) return [action.message];
  return 'reason' in action && action.reason !== null ? [action.reason] : [];
}

/** Returns the results of conditions without anything that reveals sensitive fields, for storing or sending them to unknown readers. */
export function withoutDerived(rule: SetRule, leaves: RuleOutcome['leaves']): RuleOutcome['leaves'] {
  const { leaves: hidden } = derivedPartsOf(rule);
  if (hidden.size === 0) return leaves;
  return leaves.map((leaf) =>
    hidden.has(leaf.index) && leaf.actual !== undefined ? { ...leaf, actual: hiddenValue } : leaf,
  );
}

/** Does the same for the values of message placeholders, by their printed form. */
export function holesWithoutDerived(rule: SetRule, values: Readonly<Record<string, unknown>>): typeof values {
  const { holes } = derivedPartsOf(rule);
  if (holes.size === 0) return values;
  const hidden = Object.keys(values).filter((hole) => holes.has(hole));
  return { ...values, ...Object.fromEntries(hidden.map((hole) => [hole, hiddenValue])) };
}

/** Returns the rules whose conditions a summary shows with values. */
const shownRules = (outcome: EvaluationOutcome): readonly number[] => [...outcome.hits, ...undecidedRules(outcome)];

/** Does the same for an entire outcome. */
export function outcomeWithoutDerived({ set, outcome }: MaskedRun): EvaluationOutcome {
  const ruleAt = (index: number): SetRule => set.compiled.rules[index]!;
  if (shownRules(outcome).every((index) => derivedPartsOf(ruleAt(index)).leaves.size === 0)) return outcome;
  const outcomes = outcome.outcomes.map((each) => ({
    ...each,
    leaves: withoutDerived(ruleAt(each.rule), each.leaves),
  }));
  return { ...outcome, outcomes };
}

/** Values of an evaluation that are derived from sensitive values, in addition to these. */
interface DerivedValues {
  /** Ids of conditions whose value is hidden, by rule. */
  readonly conditions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Entire texts and their replacements. */
  readonly texts: ReadonlyMap<string, string>;
  /** Keys of lookups and their replacements. */
  readonly reads: ReadonlyMap<string, string>;
}

/** Returns the derived values. `all` includes rules that are shown as misses, for views that show what they read. */
function derivedValuesOf({ set, run, outcome, ...read }: MaskedRun, rules: 'shown' | 'all'): DerivedValues | null {
  const indexes = rules === 'all' ? outcome.evaluated : shownRules(outcome);
  const telling = indexes
    .map((index) => ({ index, rule: set.compiled.rules[index]!, parts: derivedPartsOf(set.compiled.rules[index]!) }))
    .filter(({ parts }) => parts.readers.length > 0 || parts.holes.size > 0);
  if (telling.length === 0) return null;
  const conditions = new Map(telling.map(({ rule, parts }) => [rule.content.ruleId, parts.ids]));
  const [texts, reads] = [new Map<string, string>(), new Map<string, string>()];
  // A view that shows only the values of conditions requires no further computation.
  const computed = telling.filter(({ parts }) => rules === 'all' || parts.holes.size > 0);
  if (computed.length === 0) return { conditions, texts, reads };
  const [context, facts] = [JSON.parse(read.context) as Context, JSON.parse(read.facts) as Facts];
  for (const { index, parts } of computed) {
    const inspector = set.compiled.inspectRule(index, context, facts, run);
    const { timezone, numberFormat } = set.content;
    if (parts.holes.size > 0) addMessages(inspector, { context, timezone, numberFormat }, texts);
    if (rules === 'all') for (const at of parts.readers) addReads(inspector, at, reads);
  }
  return { conditions, texts, reads };
}

/** Adds messages that reveal sensitive fields, with a version that does not. */
function addMessages(
  inspector: RuleInspector,
  source: { readonly context: Context } & ValueStyle,
  texts: Map<string, string>,
): void {
  const { checked } = inspector.rule;
  const { meaning } = checked;
  for (const template of checked.actions.flatMap(messagesOf)) {
    const from = { ...source, meaning, evaluate: (hole: Expression) => inspector.value(hole) };
    const { text } = formatMessage(template, from);
    const shown = formatMessage(template, { ...from, isHidden: (hole) => tellsSensitive(hole, checked) });
    if (shown.text !== text) texts.set(text, shown.text);
  }
}

/** Adds the keys of lookups, which contain the values that were looked up. */
function addReads(inspector: RuleInspector, at: number, reads: Map<string, string>): void {
  for (const { read } of inspector.usedFacts(inspector.rule.items[at]!.node).reads)
    reads.set(canonicalJson(read as JsonValue), canonicalJson(withoutProbe({ read }).read));
}
