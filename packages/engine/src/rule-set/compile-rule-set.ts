import { Unknown, type Cause, type Outcome } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import { GraphCompiler } from '../compile/compile-graph.js';
import { RuleIndex } from '../compile/compile-index.js';
import { membershipRequests, membershipTexts } from '../compile/compile-membership.js';
import { compileRule, planConditionOf, planRule, planScopeOf, type CompiledRule } from '../compile/compile-rule.js';
import type { Frame, Term } from '../compile/frame.js';
import { conclude, type Finding } from '../evaluate/conclude.js';
import { runEnvironment, type Settings } from '../evaluate/environment.js';
import type { Run, RunScope } from '../evaluate/run.js';
import type { RunOutcome } from '../evaluate/run-outcome.js';
import { runsInScope } from '../evaluate/runs-in-scope.js';
import type { FactRequests, Facts, MembershipRequest } from '../facts/facts.js';
import { PlanGraph } from '../plan/plan-graph.js';
import type { MembershipPlan, WindowPlan } from '../plan/plan-node.js';
import { windowRequest } from '../plan/plan-windows.js';
import { checkRuleSet } from './check-rule-set.js';
import type { CompiledRuleSet, Context, RuleSetProblem, SetRule } from './compiled-rule-set.js';
import type { RuleSetContent } from './rule-set-content.js';
import { ruleSetVersion } from './rule-set-version.js';

export interface CompileOptions {
  /** Equal parts of rules are computed once per run. Off only to show that it changes no result. */
  readonly sharing?: boolean;
  /** From this many rules on, an index over single fields finds the rules that cannot hold. Changes time, never results. */
  readonly indexFrom?: number;
}

/** Below, asking the index costs more than it saves. */
const usualIndexFrom = 24;

/** The rules one kind of run evaluates, and what they need. */
interface Scope {
  readonly rules: readonly CompiledRule[];
  readonly evaluated: readonly number[];
  /** Null: every rule is evaluated. */
  readonly index: RuleIndex | null;
}

const noCauses: readonly Cause[] = [];
const noFacts: Facts = { windows: {}, memberships: {} };

class Evaluator implements CompiledRuleSet {
  private readonly scopes = new Map<string, Scope>();
  private readonly frame: Frame;

  constructor(
    readonly version: string,
    readonly rules: readonly SetRule[],
    private readonly compiled: readonly CompiledRule[],
    private readonly windows: readonly WindowPlan[],
    private readonly memberships: readonly { readonly plan: MembershipPlan; readonly operand: Term }[],
    private readonly settings: Settings,
    private readonly compiler: GraphCompiler,
    private readonly indexFrom: number,
  ) {
    this.frame = {
      epoch: 0,
      context: {},
      facts: noFacts,
      environment: runEnvironment(0, settings),
      isRecord: false,
      row: 0,
    };
  }

  requests(context: Context, run: RunScope): FactRequests {
    if (this.scope(run).rules.length === 0) return { windows: [], memberships: [] };
    const windows = this.windows
      .map((window) => windowRequest(window, context, run.now, this.settings.timezone))
      .filter((request) => request !== null);
    this.begin(context, noFacts, run);
    const memberships = this.memberships.flatMap(({ plan, operand }): MembershipRequest[] => {
      if (plan.inRecord) return [];
      const texts = membershipTexts(plan, operand(this.frame), context);
      return texts instanceof Unknown ? [] : membershipRequests(plan, this.memberships.length, texts);
    });
    return { windows, memberships };
  }

  evaluate(context: Context, facts: Facts, run: Run): RunOutcome {
    const { rules, evaluated, index } = this.scope(run);
    const frame = this.begin(context, facts, run);
    const findings: Finding[] = [];
    const look = (rule: CompiledRule, certain: boolean): void => {
      const value = certain || rule.condition(frame);
      if (value !== false) findings.push(this.finding(rule, value));
    };
    if (index)
      index.forEachLeft(frame, rules.length, (position, certain) => look(rules[position] as CompiledRule, certain));
    else for (const rule of rules) look(rule, false);
    return conclude(evaluated, findings, run, context, this.settings.timezone);
  }

  private finding({ rule, index, leaves, inActions }: CompiledRule, value: Outcome): Finding {
    const { frame } = this;
    return {
      rule,
      index,
      outcome: value instanceof Unknown ? 'unknown' : 'hit',
      causes: value instanceof Unknown ? value.causes : noCauses,
      leaves: leaves(frame),
      evaluate: (expression) => {
        const term = inActions.get(expression);
        if (!term) throw new Error(`an action of \`${rule.checked.key}\` reads what was not compiled`);
        return term(frame);
      },
    };
  }

  private begin(context: Context, facts: Facts, run: RunScope): Frame {
    const { frame } = this;
    frame.epoch += 1;
    frame.context = context;
    frame.facts = facts;
    frame.environment = runEnvironment(run.now, this.settings);
    frame.isRecord = run.target === 'transaction';
    return frame;
  }

  private scope(run: RunScope): Scope {
    const key = `${run.target} ${run.trigger}`;
    const known = this.scopes.get(key);
    if (known) return known;
    const rules = this.compiled.filter(({ rule }) => runsInScope(rule, run));
    const index =
      rules.length >= this.indexFrom
        ? new RuleIndex(
            rules.map(({ plan }) => plan),
            this.compiler,
          )
        : null;
    const scope = { rules, evaluated: rules.map((rule) => rule.index), index };
    this.scopes.set(key, scope);
    return scope;
  }
}

/** Reads, checks, plans and compiles a rule set. Failure lists every rule that has errors. */
export function compileRuleSet(
  content: RuleSetContent,
  { sharing = true, indexFrom = usualIndexFrom }: CompileOptions = {},
): Result<CompiledRuleSet, readonly RuleSetProblem[]> {
  const checked = checkRuleSet(content);
  if (!checked.ok) return failure(checked.error);
  const rules = checked.value;
  const graph = new PlanGraph(sharing);
  const { baseCurrency, timezone } = content;
  const scopes = rules.map((rule) => planScopeOf(rule.checked, { graph, baseCurrency, timezone }));
  const planned = rules
    .map((rule, index) => ({ rule, index, scope: scopes[index] as (typeof scopes)[number] }))
    .map((each) => ({ ...each, condition: planConditionOf(each.rule, each.scope) }))
    .map(({ rule, index, condition, scope }) => planRule(rule, index, condition, scope));
  const compiler = new GraphCompiler(timezone, graph.memberships.length);
  const compiled = planned.map((each) => compileRule(each, compiler));
  const memberships = graph.memberships.map((plan) => ({ plan, operand: compiler.compile(plan.operand) }));
  return ok(
    new Evaluator(ruleSetVersion(content), rules, compiled, graph.windows, memberships, content, compiler, indexFrom),
  );
}
