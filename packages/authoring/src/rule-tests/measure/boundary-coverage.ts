import { valueToJson, type SetRule } from '@tamis/engine';
import { createDiagnostic, printExpression, type Diagnostic, type Expression } from '@tamis/lang';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { EvaluatedCase } from '../expect/case-result.js';
import { w1402 } from '../report/test-diagnostic-codes.js';

const ordered: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte', 'between', 'not_between']);

/** Test coverage of one comparison with a constant. */
interface BoundaryCoverage {
  readonly rule: SetRule;
  readonly leaf: Expression;
  /** Canonical JSON of the constant. */
  readonly at: string;
  readonly shown: string;
  on: boolean;
  seenTrue: boolean;
  seenFalse: boolean;
}

const textOf = (value: unknown): string => canonicalJson(value as JsonValue);

/** Returns the boundaries of a comparison of a variable value on the left with constants or parameters on the right. */
function boundariesOf(leaf: Expression, rule: SetRule): readonly BoundaryCoverage[] {
  if (leaf.kind !== 'operation' || !ordered.has(leaf.operator)) return [];
  const [left, ...bounds] = leaf.operands;
  const { meaning } = rule.checked;
  if (!left || meaning.constant(left) !== undefined) return [];
  return bounds.flatMap((bound) => {
    const constant = meaning.constant(bound);
    if (constant === undefined) return [];
    const at = textOf(valueToJson(constant, meaning.type(bound)));
    return [{ rule, leaf, at, shown: printExpression(bound), on: false, seenTrue: false, seenFalse: false }];
  });
}

/** Determines which boundaries have a case exactly on them and one on the other side (language manual 8.5). */
export class BoundaryCollector {
  private readonly byRule = new Map<string, readonly (readonly BoundaryCoverage[])[]>();

  addRule(rule: SetRule): void {
    if (this.byRule.has(rule.checked.key)) return;
    this.byRule.set(
      rule.checked.key,
      rule.items.map(({ node }) => boundariesOf(node, rule)),
    );
  }

  record({ rules, examined }: EvaluatedCase): void {
    for (const { rule, leaves } of examined) {
      const owner = rules[rule];
      if (!owner) continue;
      this.addRule(owner);
      for (const { index, outcome, actual } of leaves) {
        if (actual === undefined) continue;
        for (const boundary of this.byRule.get(owner.checked.key)?.[index] ?? []) {
          if (textOf(actual) === boundary.at) boundary.on = true;
          if (outcome === 'true') boundary.seenTrue = true;
          if (outcome === 'false') boundary.seenFalse = true;
        }
      }
    }
  }

  /** Returns W1402 for every boundary that no test covers. */
  warnings(): readonly Diagnostic[] {
    return [...this.byRule.values()].flat(2).flatMap((boundary) => {
      if (boundary.on && boundary.seenTrue && boundary.seenFalse) return [];
      const { leaf, shown, on } = boundary;
      const looked = leaf.kind === 'operation' && leaf.operands[0] ? printExpression(leaf.operands[0]) : 'it';
      const message = on
        ? `no test has \`${looked}\` on the other side of ${shown}`
        : `no test has \`${looked}\` exactly at ${shown}`;
      return [
        createDiagnostic(w1402, {
          message,
          help: `add a \`vary\` with one case at ${shown} and one next to it`,
          ...(leaf.range ? { range: leaf.range } : {}),
        }),
      ];
    });
  }
}
