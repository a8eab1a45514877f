import { isUnknown, type AggregateNode, type Expression } from '@tamis/lang';
import { canonicalJson, numericText, type JsonValue } from '@tamis/stdx';
import type { CompiledRule } from '../compile/compile-rule.js';
import type { GraphCompiler } from '../compile/compile-graph.js';
import { nextEpoch, type Frame } from '../compile/frame.js';
import { trackRequests } from '../facts/environment.js';
import { maxTraceRows } from '../limits.js';
import { planCondition, planExpression, type PlanScope } from '../plan/plan-expression.js';
import type { PlanNode } from '../plan/plan-node.js';
import { withSyntaxTrees } from '../rules/lean-rule.js';
import { withCount } from './with-count.js';
import type { RuleInspector, UsedFacts } from '../evaluate/rule-inspector.js';
import type { SetRule } from '../rules/set-rule.js';

const noFacts = { windows: {} };

/**
 * Provides the parts of one rule of a compiled set. They are nodes of the set's own graph, so that a part has the same meaning as in the
 * rule. They are planned on first use, and only once.
 */
export class RuleInspectorFactory {
  private readonly values = new Map<Expression, PlanNode>();
  private readonly conditions = new Map<Expression, PlanNode>();

  private readonly rule: SetRule;
  private readonly index: number;

  constructor(
    { rule, index }: Pick<CompiledRule, 'rule' | 'index'>,
    private readonly scope: PlanScope,
    private readonly compiler: GraphCompiler,
  ) {
    // The syntax trees are kept as long as this object.
    this.rule = withSyntaxTrees(rule);
    this.index = index;
  }

  /** Returns the inspector for the evaluation in the frame. */
  inspectorFor(frame: Frame): RuleInspector {
    const { rule, index } = this;
    return {
      rule,
      index,
      value: (node) => this.compiler.compile(this.plan(node))(frame),
      condition: (node) => this.compiler.compile(this.planOfCondition(node))(frame),
      usedFacts: (node) => this.usedFacts(node, frame),
      cost: (node) => this.planOfCondition(node).cost,
      rows: (node) => this.rows(node, frame),
      withCount: (node, count) => {
        const seen = this.rows(node, frame);
        return seen && withCount(frame.facts, seen, count);
      },
    };
  }

  private usedFacts(node: Expression, frame: Frame): UsedFacts {
    const { environment, facts } = frame;
    const listening = trackRequests(environment, noFacts);
    // Uses a new epoch, because values computed before would not read anything.
    frame.epoch = nextEpoch();
    frame.environment = listening.environment;
    this.compiler.compile(this.plan(node))(frame);
    frame.environment = environment;
    frame.epoch = nextEpoch();
    const { reads, rates } = listening.asked();
    return {
      reads: reads.slice(-maxTraceRows).map((read) => {
        const answer = facts.reads?.[canonicalJson(read as JsonValue)];
        return {
          read,
          ...(answer && 'value' in answer ? { answer: answer.value } : {}),
          ...(answer?.lists ? { lists: answer.lists } : {}),
          ...(answer?.watchlists ? { watchlists: answer.watchlists } : {}),
        };
      }),
      rates: rates.slice(-maxTraceRows).map(({ from, to, at }) => {
        const price = environment.convert({ amount: 1, currency: from }, to, at);
        const rate = isUnknown(price) ? {} : { rate: numericText(price.amount) };
        return { pair: `${from}/${to}`, ...rate, at: new Date(at).toISOString() };
      }),
    };
  }

  private rows(node: AggregateNode, frame: Frame): ReturnType<RuleInspector['rows']> {
    const plan = this.plan(node);
    return plan.kind === 'aggregate' ? this.compiler.rows(plan)(frame) : null;
  }

  private plan(node: Expression): PlanNode {
    const known = this.values.get(node);
    if (known) return known;
    const made = planExpression(node, this.scope);
    this.values.set(node, made);
    return made;
  }

  private planOfCondition(node: Expression): PlanNode {
    const known = this.conditions.get(node);
    if (known) return known;
    const made = planCondition(node, this.scope);
    this.conditions.set(node, made);
    return made;
  }
}
