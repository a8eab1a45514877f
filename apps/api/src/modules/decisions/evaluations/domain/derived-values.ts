import {
  type Context,
  type EvaluationOutcome,
  type Facts,
  formatMessage,
  hiddenValue,
  type RuleInspector,
  type RuleOutcome,
  type SetRule,
  undecidedRules,
  withoutProbe,
  withSyntaxTrees,
} from '@tamis/engine';
import { type Action, type Expression, type MessageTemplate, printExpression } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

import type { LoadedRuleSet } from '../../rule-sets/index.js';
import type { EvaluationResult } from './evaluation-report.js';
import { sensitiveNames } from './sensitive-field.js';
import { isSensitiveField, readsSensitive, tellsSensitive } from './tells-sensitive.js';

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
export interface DerivedValues {
  /** Ids of conditions whose value is hidden, by rule. */
  readonly conditions: ReadonlyMap<string, ReadonlySet<string>>;
  /** Texts that stand alone, and what stands in their place. */
  readonly texts: ReadonlyMap<string, string>;
  /** What look-ups are named by, and what they are named by instead. */
  readonly reads: ReadonlyMap<string, string>;
}

/** `all`: also of the rules that are shown as misses, for whoever shows what they read. */
export function derivedValuesOf(
  { set, run, outcome, ...read }: MaskedRun,
  rules: 'shown' | 'all',
): DerivedValues | null {
  const indexes = rules === 'all' ? outcome.evaluated : shownRules(outcome);
  const telling = indexes
    .map((index) => ({ index, parts: derivedPartsOf(set.compiled.rules[index]!) }))
    .filter(({ parts }) => parts.readers.length > 0 || parts.holes.size > 0);
  if (telling.length === 0) return null;
  const [context, facts] = [JSON.parse(read.context) as Context, JSON.parse(read.facts) as Facts];
  const conditions = new Map<string, ReadonlySet<string>>();
  const [texts, reads] = [new Map<string, string>(), new Map<string, string>()];
  for (const { index, parts } of telling) {
    const inspector = set.compiled.inspectRule(index, context, facts, run);
    conditions.set(inspector.rule.content.ruleId, parts.ids);
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
