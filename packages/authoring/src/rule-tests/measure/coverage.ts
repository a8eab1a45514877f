import {
  childExpressions,
  formatPath,
  printExpression,
  type CheckedRule,
  type Expression,
  type SourceRange,
} from '@tamis/lang';
import type { EvaluatedCase } from '../expect/case-result.js';
import { fieldsOf } from '../expect/fields-of.js';
import type { SetRule } from '@tamis/engine';

/** The truth values that the tests produced for one leaf of a condition. */
export interface LeafCoverage {
  readonly rule: string;
  /** The leaf as it is written. */
  readonly text: string;
  readonly range: SourceRange | null;
  readonly seenTrue: boolean;
  readonly seenFalse: boolean;
  readonly seenUnknown: boolean;
  /** Whether data that the leaf reads may be missing. */
  readonly nullable: boolean;
}

export interface CoverageSummary {
  readonly conditions: number;
  readonly trueSeen: number;
  readonly falseSeen: number;
  readonly nullable: number;
  readonly unknownSeen: number;
}

const neverUnknown: ReadonlySet<string> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty']);

/** Whether the leaf can be unknown. Only paths that the checker lists for the rule count. */
function isNullable(leaf: Expression, { checked }: SetRule): boolean {
  if (leaf.kind === 'operation' && neverUnknown.has(leaf.operator)) return false;
  const paths = new Set(checked.unknownable);
  const keys = linkKeys(leaf, checked);
  return [...fieldsOf(leaf, checked).map(({ jsonPath }) => jsonPath), ...keys].some((path) =>
    paths.has(formatPath(path)),
  );
}

/** Returns the subject fields by which the aggregates of a leaf find their records. */
function linkKeys(written: Expression, rule: CheckedRule): readonly (readonly string[])[] {
  const node = rule.meaning.expanded(written);
  const resolution = rule.meaning.resolution(node);
  if (resolution?.kind === 'let') {
    const named = rule.lets[resolution.index];
    return named ? linkKeys(named.value, rule) : [];
  }
  const below = childExpressions(node).flatMap((child) => linkKeys(child, rule));
  if (resolution?.kind !== 'aggregate') return below;
  const own = resolution.window.links.flatMap(({ alternatives }) => alternatives.flat());
  return [...own.map(({ subjectPath }) => subjectPath), ...below];
}

type SeenTruthValues = Set<'true' | 'false' | 'unknown'>;

/** Collects the results of each leaf, over all cases of all tests. */
export class CoverageCollector {
  private readonly seen = new Map<string, SeenTruthValues[]>();
  private readonly rules = new Map<string, SetRule>();

  /** Adds a rule; without tests it counts with no values seen. */
  addRule(rule: SetRule): void {
    if (this.rules.has(rule.checked.key)) return;
    this.rules.set(rule.checked.key, rule);
    this.seen.set(
      rule.checked.key,
      rule.items.map(() => new Set()),
    );
  }

  record({ rules, examined }: EvaluatedCase): void {
    for (const { rule, leaves } of examined) {
      const owner = rules[rule];
      if (!owner) continue;
      this.addRule(owner);
      for (const { index, outcome } of leaves)
        if (outcome !== 'skipped') this.seen.get(owner.checked.key)?.[index]?.add(outcome);
    }
  }

  leaves(): readonly LeafCoverage[] {
    return [...this.rules.values()].flatMap((rule) =>
      rule.items.map(({ node }, index): LeafCoverage => {
        const seen = this.seen.get(rule.checked.key)?.[index];
        return {
          rule: rule.checked.key,
          text: printExpression(node),
          range: node.range,
          seenTrue: seen?.has('true') === true,
          seenFalse: seen?.has('false') === true,
          seenUnknown: seen?.has('unknown') === true,
          nullable: isNullable(node, rule),
        };
      }),
    );
  }
}

export function summarizeCoverage(leaves: readonly LeafCoverage[]): CoverageSummary {
  const count = (test: (leaf: LeafCoverage) => boolean): number => leaves.filter(test).length;
  return {
    conditions: leaves.length,
    trueSeen: count(({ seenTrue }) => seenTrue),
    falseSeen: count(({ seenFalse }) => seenFalse),
    nullable: count(({ nullable }) => nullable),
    unknownSeen: count(({ nullable, seenUnknown }) => nullable && seenUnknown),
  };
}
