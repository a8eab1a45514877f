import { valueToJson, type SetRule } from '@tamis/engine';
import {
  diagnose,
  diagnosticCodes,
  printExpression,
  type Diagnostic,
  type DiagnosticCode,
  type Expression,
} from '@tamis/lang';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { RunCase } from '../expect/verdict.js';

/** The checker finds it in the text of tests, too; here it is what the runs have seen. */
const w1402 = diagnosticCodes.find(({ code }) => code === 'W1402') as DiagnosticCode;

const ordered: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte']);

/** What one comparison with a constant has been tested with. */
interface Boundary {
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

/** Comparisons of a changing value, on the left, with a constant or parameter, on the right. */
function boundaryOf(leaf: Expression, rule: SetRule): Boundary | null {
  if (leaf.kind !== 'operation' || !ordered.has(leaf.operator)) return null;
  const [left, right] = leaf.operands;
  const { meaning } = rule.checked;
  if (!left || !right || meaning.constant(left) !== undefined) return null;
  const constant = meaning.constant(right);
  if (constant === undefined) return null;
  const at = textOf(valueToJson(constant, meaning.type(right)));
  return { rule, leaf, at, shown: printExpression(right), on: false, seenTrue: false, seenFalse: false };
}

/** Which boundaries have a case on them and one on the other side (language manual 8.5). */
export class Boundaries {
  private readonly byRule = new Map<string, readonly (Boundary | null)[]>();

  add(rule: SetRule): void {
    if (this.byRule.has(rule.checked.key)) return;
    this.byRule.set(
      rule.checked.key,
      rule.items.map(({ node }) => boundaryOf(node, rule)),
    );
  }

  note({ rules, examined }: RunCase): void {
    for (const { rule, leaves } of examined) {
      const owner = rules[rule];
      if (!owner) continue;
      this.add(owner);
      for (const { index, outcome, actual } of leaves) {
        const boundary = this.byRule.get(owner.checked.key)?.[index];
        if (!boundary || actual === undefined) continue;
        if (textOf(actual) === boundary.at) boundary.on = true;
        if (outcome === 'true') boundary.seenTrue = true;
        if (outcome === 'false') boundary.seenFalse = true;
      }
    }
  }

  /** W1402 for every boundary that no test holds. */
  warnings(): readonly Diagnostic[] {
    return [...this.byRule.values()].flat().flatMap((boundary) => {
      if (!boundary || (boundary.on && boundary.seenTrue && boundary.seenFalse)) return [];
      const { leaf, shown, on } = boundary;
      const looked = leaf.kind === 'operation' && leaf.operands[0] ? printExpression(leaf.operands[0]) : 'it';
      const message = on
        ? `no test has \`${looked}\` on the other side of ${shown}`
        : `no test has \`${looked}\` at exactly ${shown}`;
      return [
        diagnose(w1402, {
          message,
          help: `add a \`vary\` with a case at ${shown} and one beside it`,
          ...(leaf.range ? { range: leaf.range } : {}),
        }),
      ];
    });
  }
}
