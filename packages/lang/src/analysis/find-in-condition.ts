import type { AndNode } from '../ast/and-node.js';
import type { Expression } from '../ast/expression.js';
import type { NoneNode } from '../ast/none-node.js';
import type { OrNode } from '../ast/or-node.js';
import { childExpressions } from '../check/child-expressions.js';
import type { ConditionFinding, ConditionKind } from './finding.js';
import { all, type Formula } from './formula.js';
import type { Solver } from './solver.js';
import type { FormulaReader } from './read-formula.js';
import { subjectsOf } from './satisfy.js';

type Group = AndNode | OrNode | NoneNode;

/** Larger groups are not compared item by item. */
const maxItems = 60;

/** Returns the parts of a conjunction, including those of nested conjunctions. */
const conjuncts = (node: Expression): readonly Expression[] =>
  node.kind === 'and' ? node.items.flatMap(conjuncts) : [node];

/** Finds parts of the conditions of one rule that have no effect. */
class ConditionSearch {
  readonly found: ConditionFinding[] = [];

  constructor(
    private readonly rule: FormulaReader,
    private readonly questions: Solver,
  ) {}

  private truth(node: Expression): Formula {
    return this.rule.formula(node, 'true');
  }

  private add(kind: ConditionKind, node: Expression, grounds: readonly Expression[], isTrueSomewhere: boolean): void {
    this.found.push({
      kind,
      rule: this.rule.rule,
      node,
      grounds: grounds.map((each) => this.questions.ground(this.rule, each)),
      witness: isTrueSomewhere ? this.questions.findWitness(this.rule, [[node, 'true']]) : null,
    });
  }

  /** Returns whether the outcome of a condition is certain by itself. If so, reports it. */
  private isSettled(node: Expression): boolean {
    const { questions } = this;
    // A literal `true` is considered intentional.
    if (this.rule.things.resolveName(node).kind === 'booleanLiteral') return true;
    if (questions.isUnsatisfiable([this.truth(node)])) {
      const core = questions.minimalCore(conjuncts(node), (parts) =>
        questions.isUnsatisfiable(parts.map((part) => this.truth(part))),
      );
      this.add('neverTrue', node, core, false);
      return true;
    }
    if (!questions.isUnsatisfiable([this.rule.formula(node, 'false')])) return false;
    this.add('neverFalse', node, [], true);
    return true;
  }

  /** Checks a separate condition: that of a rule, a `let` or a filter. */
  root(node: Expression): void {
    if (!this.isSettled(node)) this.inside(node, []);
  }

  /** `given` is what holds whenever it matters that the node is true; `null` if it may matter that it is false. */
  private inside(node: Expression, given: readonly Formula[] | null): void {
    switch (node.kind) {
      case 'not':
        if (!isComparison(node.operand) && !this.isSettled(node.operand)) this.inside(node.operand, null);
        return;
      case 'and':
      case 'or':
      case 'none':
        return this.group(node, node.kind === 'none' ? null : given);
      case 'atLeast':
        for (const item of node.items) if (!this.isSettled(item)) this.inside(item, null);
        return;
      default:
        return;
    }
  }

  private group(group: Group, given: readonly Formula[] | null): void {
    let live: readonly Expression[] = group.items;
    for (const item of group.items)
      if (this.isSettled(item) || (group.kind === 'or' && given && this.isDead(item, given)))
        live = live.filter((each) => each !== item);
    const shared = this.sharedSubjects(live);
    if (live.length <= maxItems)
      for (const item of [...live].reverse()) {
        const others = live.filter((each) => each !== item);
        if (
          this.subjects(item).some((each) => shared.has(each)) &&
          others.length > 0 &&
          this.isRedundant(group, item, others)
        )
          live = others;
      }
    for (const item of live) this.inside(item, this.givenInside(group, item, live, given));
  }

  private subjects(node: Expression): readonly string[] {
    return [...subjectsOf(this.truth(node))];
  }

  /** Returns the subjects of more than one item. An item that shares none cannot follow from the others. */
  private sharedSubjects(items: readonly Expression[]): ReadonlySet<string> {
    const seen = new Set<string>();
    return new Set(items.flatMap((item) => this.subjects(item).filter((each) => seen.size === seen.add(each).size)));
  }

  private givenInside(group: Group, item: Expression, live: readonly Expression[], given: readonly Formula[] | null) {
    if (!given || group.kind === 'none') return null;
    if (group.kind === 'or') return given;
    return [...given, ...live.filter((each) => each !== item).map((each) => this.truth(each))];
  }

  /** Returns whether the item is never true together with what must hold around it. */
  private isDead(item: Expression, given: readonly Formula[]): boolean {
    if (given.length === 0 || !this.questions.isUnsatisfiable([...given, this.truth(item)])) return false;
    this.add('deadBranch', item, [], false);
    return true;
  }

  /** Returns whether the group has the same outcome in every context without the item: true, false or unknown. */
  private isRedundant(group: Group, item: Expression, others: readonly Expression[]): boolean {
    const isEnough = (parts: readonly Expression[]): boolean => parts.length > 0 && this.follows(group, item, parts);
    if (!isEnough(others)) return false;
    this.add('redundant', item, this.questions.minimalCore(others, isEnough), true);
    return true;
  }

  private follows(group: Group, item: Expression, others: readonly Expression[]): boolean {
    const every = (goal: 'true' | 'false' | 'notTrue' | 'notFalse'): Formula =>
      all(others.map((other) => this.rule.formula(other, goal)));
    const own = (goal: 'true' | 'false' | 'notTrue' | 'notFalse'): Formula => this.rule.formula(item, goal);
    return group.kind === 'and'
      ? this.questions.isUnsatisfiable([every('true'), own('notTrue')]) &&
          this.questions.isUnsatisfiable([own('false'), every('notFalse')])
      : this.questions.isUnsatisfiable([own('true'), every('notTrue')]) &&
          this.questions.isUnsatisfiable([every('false'), own('notFalse')]);
  }
}

const logic: ReadonlySet<Expression['kind']> = new Set(['and', 'or', 'not', 'none', 'atLeast']);
const isComparison = (node: Expression): boolean => !logic.has(node.kind);

/** Returns the filters of aggregates within an expression, except those behind names. */
function filtersIn(node: Expression): readonly Expression[] {
  const below = childExpressions(node).flatMap(filtersIn);
  return node.kind === 'aggregate' && node.where ? [node.where, ...below] : below;
}

/** Returns findings about the condition of a rule, its `let`s that are conditions, and the filters in both. */
export function findInConditions(rule: FormulaReader, questions: Solver): readonly ConditionFinding[] {
  const { condition, lets, meaning } = rule.rule;
  const search = new ConditionSearch(rule, questions);
  for (const { value } of lets) if (meaning.type(value).kind === 'bool') search.root(value);
  search.root(condition);
  for (const root of [...lets.map(({ value }) => value), condition])
    for (const filter of filtersIn(root)) search.root(filter);
  return search.found;
}
