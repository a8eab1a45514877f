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

/** Shorter values are hidden where they stand alone: as a part they would hide what is no secret. */
const minPartialLength = 3;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isSensitiveKey = (key: string): boolean => isSensitive({ path: key });

/** Texts and numbers below a value. */
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

/** Every value of a sensitive field that a run could show. */
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

/** What an explanation leaves out for somebody. */
export const explainedTo = (principal: Pick<Principal, 'scopes'>): Pick<ExplainOptions, 'isHidden'> =>
  canReadSensitive(principal) ? {} : { isHidden: tellsSensitive };

/**
 * What is told of a run as somebody may see it: without the permission, sensitive values are hidden wherever they stand, and what
 * rules made of them where a value of a rule is shown.
 */
export function maskFor<T>(principal: Pick<Principal, 'scopes'>, decided: MaskedRun, told: T): T {
  if (canReadSensitive(principal)) return told;
  const json = stringifyJson(told);
  const shown = hideIn(json, sensitiveValues(decided), derivedValuesOf(decided, 'all'));
  return shown === json ? told : (JSON.parse(shown) as T);
}

/** The same for JSON text that shows values of hits alone, which is given back as it is where nothing in it is to be hidden. */
export function maskTextFor(principal: Pick<Principal, 'scopes'>, decided: MaskedRun, json: string): string {
  if (canReadSensitive(principal)) return json;
  return hideIn(json, sensitiveValues(decided), derivedValuesOf(decided, 'shown'));
}

function hideIn(json: string, values: ReadonlySet<string>, derived: DerivedValues | null): string {
  // Most texts show none of them, and to walk the summary of a thousand rules takes longer than to decide by them.
  const isShown = [...values].some((value) => {
    const spelled = JSON.stringify(value);
    return json.includes(value.length < minPartialLength ? spelled : spelled.slice(1, -1));
  });
  if (!isShown && !derived) return json;
  return JSON.stringify(maskValues(JSON.parse(json) as unknown, values, derived));
}

/** Whether a tree names a sensitive field, as a step of a path or as a key that is a text. */
function mentionsSensitiveField(tree: unknown): boolean {
  if (!isObject(tree)) return false;
  const { kind, steps, value } = tree;
  if (kind === 'path' && Array.isArray(steps) && steps.some((step) => typeof step === 'string' && isSensitiveKey(step)))
    return true;
  if (kind === 'textLiteral' && typeof value === 'string' && isSensitiveKey(value)) return true;
  return Object.values(tree).some(mentionsSensitiveField);
}

/**
 * For the tree of a rule text that is worth nothing with values hidden: throws 403 when it shows or names what the caller may not
 * see.
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
    // What was looked up is named by what it was looked up for.
    const members = Object.entries(value).map(([key, each]) =>
      isRead(key) ? [hide(key), reads.has(key) ? hideFound(walk(each)) : walk(each)] : [key, walk(each)],
    );
    const masked = Object.fromEntries(members) as Record<string, unknown>;
    return hidden && hidden.size > 0 ? { ...masked, conditions: hideActual(masked['conditions'], hidden) } : masked;
  };
  return walk(told);
}

/** What was found for something hidden, unless it is yes or no. */
const hideFound = (found: unknown): unknown =>
  isObject(found) && 'value' in found && typeof found['value'] !== 'boolean' ? { ...found, value: hiddenValue } : found;

/** The conditions of a rule, those with these ids without their value. */
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

/** Shorter numbers are counts and scores more often than they name somebody. */
const isLong = (value: number): boolean => String(value).length >= 6;

const isRead = (key: string): boolean => key.startsWith('{');

/** A run with what is needed to tell what it shows. */
export interface MaskedRun extends Pick<EvaluationResult, 'run' | 'outcome' | 'context' | 'facts'> {
  readonly set: Pick<LoadedRuleSet, 'compiled' | 'content'>;
}

/** The parts of a rule that tell of sensitive fields. */
interface DerivedParts {
  /** Conditions whose value does, by index and by id. */
  readonly leaves: ReadonlySet<number>;
  readonly ids: ReadonlySet<string>;
  /** Conditions that read such fields at all, by index. */
  readonly readers: readonly number[];
  /** Places of messages that do, as they are printed. */
  readonly holes: ReadonlySet<string>;
}

const noParts: DerivedParts = { leaves: new Set(), ids: new Set(), readers: [], holes: new Set() };

/** Last steps of the paths by which rules read sensitive fields. A text without any of them reads none. */
const readNames: ReadonlySet<string> = new Set([
  ...sensitiveNames,
  ...(['transaction', 'person', 'company', 'userEvent'] as const)
    .flatMap((target) => libraryCatalogue.schema.fields(target))
    .concat(libraryCatalogue.schema.sources.flatMap(({ name }) => libraryCatalogue.schema.recordFields(name)))
    .filter(isSensitiveField)
    .map(({ path }) => path.slice(path.lastIndexOf('.') + 1)),
]);

const namesSensitive = (source: string): boolean => (source.match(/\w+/g) ?? []).some((word) => readNames.has(word));

/** Of each rule once: the trees of a rule are made again for whoever asks. */
const known = new WeakMap<SetRule, DerivedParts>();

export function derivedPartsOf(rule: SetRule): DerivedParts {
  let parts = known.get(rule);
  if (!parts) known.set(rule, (parts = namesSensitive(rule.content.source) ? findParts(rule) : noParts));
  return parts;
}

/** What a condition shows: the left side of a comparison, else itself. */
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

/** What conditions found, without what tells of sensitive fields: as it is kept and sent where nobody knows who will read it. */
export function withoutDerived(rule: SetRule, leaves: RuleOutcome['leaves']): RuleOutcome['leaves'] {
  const { leaves: hidden } = derivedPartsOf(rule);
  if (hidden.size === 0) return leaves;
  return leaves.map((leaf) =>
    hidden.has(leaf.index) && leaf.actual !== undefined ? { ...leaf, actual: hiddenValue } : leaf,
  );
}

/** Values of the places of messages, by how these are printed, likewise. */
export function holesWithoutDerived(rule: SetRule, values: Readonly<Record<string, unknown>>): typeof values {
  const { holes } = derivedPartsOf(rule);
  if (holes.size === 0) return values;
  const hidden = Object.keys(values).filter((hole) => holes.has(hole));
  return { ...values, ...Object.fromEntries(hidden.map((hole) => [hole, hiddenValue])) };
}

/** The rules whose conditions a summary shows with values. */
const shownRules = (outcome: EvaluationOutcome): readonly number[] => [...outcome.hits, ...undecidedRules(outcome)];

/** The same of a whole outcome. */
export function outcomeWithoutDerived({ set, outcome }: MaskedRun): EvaluationOutcome {
  const ruleAt = (index: number): SetRule => set.compiled.rules[index]!;
  if (shownRules(outcome).every((index) => derivedPartsOf(ruleAt(index)).leaves.size === 0)) return outcome;
  const outcomes = outcome.outcomes.map((each) => ({
    ...each,
    leaves: withoutDerived(ruleAt(each.rule), each.leaves),
  }));
  return { ...outcome, outcomes };
}

/** What of a run is made from sensitive values, besides these themselves. */
interface DerivedValues {
  /** Ids of conditions whose value is hidden, by rule. */
  readonly conditions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Texts that stand alone, and what stands in their place. */
  readonly texts: ReadonlyMap<string, string>;
  /** What look-ups are named by, and what they are named by instead. */
  readonly reads: ReadonlyMap<string, string>;
}

/** `all`: also of the rules that are shown as misses, for whoever shows what they read. */
function derivedValuesOf({ set, run, outcome, ...read }: MaskedRun, rules: 'shown' | 'all'): DerivedValues | null {
  const indexes = rules === 'all' ? outcome.evaluated : shownRules(outcome);
  const telling = indexes
    .map((index) => ({ index, rule: set.compiled.rules[index]!, parts: derivedPartsOf(set.compiled.rules[index]!) }))
    .filter(({ parts }) => parts.readers.length > 0 || parts.holes.size > 0);
  if (telling.length === 0) return null;
  const conditions = new Map(telling.map(({ rule, parts }) => [rule.content.ruleId, parts.ids]));
  const [texts, reads] = [new Map<string, string>(), new Map<string, string>()];
  // Nothing is computed again for an answer that shows values of conditions alone.
  const computed = telling.filter(({ parts }) => rules === 'all' || parts.holes.size > 0);
  if (computed.length === 0) return { conditions, texts, reads };
  const [context, facts] = [JSON.parse(read.context) as Context, JSON.parse(read.facts) as Facts];
  for (const { index, parts } of computed) {
    const inspector = set.compiled.inspectRule(index, context, facts, run);
    if (parts.holes.size > 0) addMessages(inspector, { context, timezone: set.content.timezone }, texts);
    if (rules === 'all') for (const at of parts.readers) addReads(inspector, at, reads);
  }
  return { conditions, texts, reads };
}

/** Messages that tell of sensitive fields, and the same without. */
function addMessages(
  inspector: RuleInspector,
  source: { readonly context: Context; readonly timezone: string },
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

/** What was looked up is named by what it was looked up for. */
function addReads(inspector: RuleInspector, at: number, reads: Map<string, string>): void {
  for (const { read } of inspector.usedFacts(inspector.rule.items[at]!.node).reads)
    reads.set(canonicalJson(read as JsonValue), canonicalJson(withoutProbe({ read }).read));
}
