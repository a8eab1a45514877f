import type { Expression } from '../ast/expression.js';
import type { CheckedRule } from '../check/checked-rule.js';
import { all, always, any, never, type Formula } from './formula.js';
import { LeafReader } from './read-leaf.js';
import { VariableReader } from './read-variable.js';
import { union } from './state-set.js';

/** What is asked of a condition: to be true, false, or anything but. */
export type Goal = 'true' | 'false' | 'notTrue' | 'notFalse';

/** What a denial must be for the denied condition to meet the goal. */
const negatedGoal: Readonly<Record<Goal, Goal>> = {
  true: 'false',
  false: 'true',
  notTrue: 'notFalse',
  notFalse: 'notTrue',
};

/** Choices of items out of so many that are written out; beyond, nothing is concluded. */
const maxCombinations = 40;

/** Every way to take `count` of the parts. Null: too many. */
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

/** The conditions of one rule as statements about things. */
export class FormulaReader {
  readonly things: VariableReader;
  readonly leaves: LeafReader;
  private readonly known = new Map<Expression, Partial<Record<Goal, Formula>>>();

  constructor(readonly rule: CheckedRule) {
    this.things = new VariableReader(rule);
    this.leaves = new LeafReader(this.things);
  }

  /** What a context must be like for a condition to meet a goal. Never too strict: what is not understood is possible. */
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
