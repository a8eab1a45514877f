import type { Expression } from '../ast/expression.js';
import type { CheckedRule } from '../check/checked-rule.js';
import { all, always, any, never, type Formula } from './formula.js';
import { LeafReader } from './read-leaf.js';
import { VariableReader } from './read-variable.js';
import { union } from './state-set.js';

/** The required result of a condition: true, false, or anything but one of these. */
export type Goal = 'true' | 'false' | 'notTrue' | 'notFalse';

/** The goal for a negation such that the negated condition meets the given goal. */
const negatedGoal: Readonly<Record<Goal, Goal>> = {
  true: 'false',
  false: 'true',
  notTrue: 'notFalse',
  notFalse: 'notTrue',
};

/** Maximum number of combinations of items that are expanded. With more, nothing is concluded. */
const maxCombinations = 40;

/** Returns every way to choose `count` of the parts; `null` if there are too many. */
function combinations(parts: readonly Formula[], count: number): readonly (readonly Formula[])[] | null {
  let found: (readonly Formula[])[] = [[]];
  for (const [index, part] of parts.entries()) {
    const left = parts.length - index - 1;
    found = found.flatMap((chosen) => {
      const without = chosen.length + left >= count ? [chosen] : [];
      return chosen.length < count ? [...without, [...chosen, part]] : without;
    });
    if (found.length > maxCombinations) return null;
  }
  return found;
}

function atLeast(parts: readonly Formula[], count: number): Formula {
  const found = combinations(parts, count);
  return found ? any(found.map(all)) : always;
}

/** Reads the conditions of one rule as formulas about variables. */
export class FormulaReader {
  readonly things: VariableReader;
  readonly leaves: LeafReader;
  private readonly known = new Map<Expression, Partial<Record<Goal, Formula>>>();

  constructor(readonly rule: CheckedRule) {
    this.things = new VariableReader(rule);
    this.leaves = new LeafReader(this.things);
  }

  /**
   * Returns what a context must fulfill for a condition to meet a goal. Never too strict: what is not understood is considered possible.
   */
  formula(node: Expression, goal: Goal): Formula {
    let goals = this.known.get(node);
    if (!goals) this.known.set(node, (goals = {}));
    return (goals[goal] ??= this.read(this.things.resolveName(node), goal));
  }

  private read(node: Expression, goal: Goal): Formula {
    switch (node.kind) {
      case 'booleanLiteral':
        return node.value === (goal === 'true' || goal === 'notFalse') ? always : never;
      case 'not':
        return this.formula(node.operand, negatedGoal[goal]);
      case 'and':
        return goal === 'true' || goal === 'notFalse'
          ? all(this.formulas(node.items, goal))
          : any(this.formulas(node.items, goal));
      case 'or':
        return goal === 'true' || goal === 'notFalse'
          ? any(this.formulas(node.items, goal))
          : all(this.formulas(node.items, goal));
      case 'none':
        return goal === 'true' || goal === 'notFalse'
          ? all(this.formulas(node.items, negatedGoal[goal]))
          : any(this.formulas(node.items, negatedGoal[goal]));
      case 'atLeast': {
        const count = Number(node.count.text);
        const wanted = goal === 'true' || goal === 'notFalse' ? count : node.items.length - count + 1;
        return atLeast(this.formulas(node.items, goal), wanted);
      }
      default:
        return this.comparison(node, goal);
    }
  }

  private formulas(items: readonly Expression[], goal: Goal): Formula[] {
    return items.map((item) => this.formula(item, goal));
  }

  private comparison(node: Expression, goal: Goal): Formula {
    const { thing, whenTrue, whenFalse, whenUnknown } = this.leaves.leaf(node);
    const states = {
      true: whenTrue,
      false: whenFalse,
      notTrue: union(whenFalse, whenUnknown, thing.domain),
      notFalse: union(whenTrue, whenUnknown, thing.domain),
    };
    return { kind: 'one', thing, states: states[goal] };
  }
}
