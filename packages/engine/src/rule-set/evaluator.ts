import { Unknown, type Cause, type Outcome, type Target } from '@tamis/lang';
import type { GraphCompiler } from '../compile/compile-graph.js';
import { RuleIndex } from '../compile/compile-index.js';
import type { CompiledRule } from '../compile/compile-rule.js';
import type { Frame, Term } from '../compile/frame.js';
import { appliesTo, isRestricted } from '../evaluate/applies-to.js';
import { conclude, type Finding } from '../evaluate/conclude.js';
import { factsEnvironment, listenTo, runEnvironment } from '../evaluate/environment.js';
import type { Run, RunScope } from '../evaluate/run.js';
import type { RunOutcome } from '../evaluate/run-outcome.js';
import { executedMatrices, runsInScope } from '../evaluate/runs-in-scope.js';
import type { FactRequests, Facts, RecordSource } from '../facts/facts.js';
import { needsOf, type PlanNeeds } from '../plan/plan-needs.js';
import { windowRequest } from '../plan/plan-windows.js';
import type { CompiledRuleSet, Context, RuleExamination, SetRule } from './compiled-rule-set.js';
import type { MatrixContent, RuleSetContent } from './rule-set-content.js';

/** What an evaluator is made of. */
export interface EvaluatorParts {
  readonly version: string;
  readonly rules: readonly SetRule[];
  readonly compiled: readonly CompiledRule[];
  readonly content: RuleSetContent;
  readonly compiler: GraphCompiler;
  readonly indexFrom: number;
}

/** The rules one kind of run evaluates, and what they need. */
interface Scope {
  readonly rules: readonly CompiledRule[];
  readonly evaluated: readonly number[];
  readonly executed: readonly MatrixContent[];
  /** Some rules depend on the subject or the time for whether they run. */
  readonly isRestricted: boolean;
  readonly needs: PlanNeeds;
  readonly readers: readonly Term[];
  /** Null: every rule is evaluated. */
  readonly index: RuleIndex | null;
}

const noCauses: readonly Cause[] = [];
const noFacts: Facts = { windows: {} };
const noRequests: FactRequests = { windows: [], reads: [], rates: [] };

/** The source the subjects of a target are records of. */
const ownSource: Readonly<Record<Target, RecordSource | null>> = {
  transaction: 'transactions',
  userEvent: 'userEvents',
  person: null,
  company: null,
};

/** Runs compiled rules. One frame, filled anew for each run. */
export class Evaluator implements CompiledRuleSet {
  readonly version: string;
  readonly rules: readonly SetRule[];
  readonly matrices: readonly MatrixContent[];
  private readonly scopes = new Map<string, Scope>();
  private readonly frame: Frame;

  constructor(private readonly parts: EvaluatorParts) {
    this.version = parts.version;
    this.rules = parts.rules;
    this.matrices = parts.content.matrices ?? [];
    this.frame = {
      epoch: 0,
      context: {},
      facts: noFacts,
      environment: runEnvironment(0, parts.content),
      ownSource: null,
      row: 0,
    };
  }

  requests(context: Context, run: RunScope, facts?: Facts): FactRequests {
    const scope = this.scope(run);
    const { rules, needs, readers } = scope;
    if (rules.length === 0) return noRequests;
    const given = facts ?? noFacts;
    const frame = this.begin(context, given, run);
    const listening = listenTo(frame.environment, given);
    frame.environment = listening.environment;
    if (facts) this.evaluateAll(frame, rules);
    else for (const reader of readers) reader(frame);
    const windows = needs.windows
      .filter(({ id }) => !Object.hasOwn(given.windows, id))
      .map((window) =>
        windowRequest(window, {
          context,
          now: run.now,
          timezone: this.parts.content.timezone,
          startOf: (start) => this.parts.compiler.compile(start)(frame),
          ownSource: frame.ownSource,
        }),
      )
      .filter((request) => request !== null);
    return { windows, ...listening.asked() };
  }

  readsMore(run: RunScope): boolean {
    return this.scope(run).needs.readsMore;
  }

  evaluate(context: Context, facts: Facts, run: Run): RunOutcome {
    const scope = this.scope(run);
    const { rules, executed, index } = scope;
    const frame = this.begin(context, facts, run);
    const findings: Finding[] = [];
    const look = (rule: CompiledRule, certain: boolean): void => {
      const value = certain || rule.condition(frame);
      if (value !== false) findings.push(this.finding(rule, value));
    };
    const applies = this.applies(scope, context, run);
    if (index)
      index.forEachLeft(frame, rules.length, (position, certain) => {
        const rule = rules[position] as CompiledRule;
        if (applies === null || applies(rule)) look(rule, certain);
      });
    else for (const rule of rules) if (applies === null || applies(rule)) look(rule, false);
    const evaluated = applies === null ? scope.evaluated : rules.filter(applies).map((rule) => rule.index);
    const { timezone } = this.parts.content;
    return conclude(findings, { run, context, timezone, evaluated, rules: this.rules, executed });
  }

  examine(context: Context, facts: Facts, run: Run): readonly RuleExamination[] {
    const scope = this.scope(run);
    const frame = this.begin(context, facts, run);
    const applies = this.applies(scope, context, run);
    return scope.rules
      .filter((rule) => applies === null || applies(rule))
      .map(({ index, condition, leaves }) => ({
        rule: index,
        value: condition(frame) as boolean | Unknown,
        leaves: leaves(frame),
      }));
  }

  /** Nothing is skipped, so that whatever any evaluation may ask for is asked. */
  private evaluateAll(frame: Frame, rules: readonly CompiledRule[]): void {
    for (const { condition, leaves, inActions } of rules) {
      condition(frame);
      leaves(frame);
      for (const term of inActions.values()) term(frame);
    }
  }

  /** Null: all rules of the scope run. */
  private applies(scope: Scope, context: Context, run: RunScope): ((rule: CompiledRule) => boolean) | null {
    if (!scope.isRestricted) return null;
    const { timezone } = this.parts.content;
    return ({ rule }) => appliesTo(rule.checked, context, run, timezone);
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
    frame.environment = factsEnvironment(run.now, this.parts.content, context, facts);
    frame.ownSource = ownSource[run.target];
    return frame;
  }

  private scope(run: RunScope): Scope {
    const { target, trigger, stage = 'sync', matrices } = run;
    const key = `${target} ${trigger} ${stage} ${matrices === undefined ? '' : JSON.stringify(matrices)}`;
    const known = this.scopes.get(key);
    if (known) return known;
    const made = this.makeScope(run);
    this.scopes.set(key, made);
    return made;
  }

  private makeScope(run: RunScope): Scope {
    const { compiled, content, compiler, indexFrom } = this.parts;
    const executed = executedMatrices(content, run);
    const rules = compiled.filter(({ rule }) => runsInScope(rule, run, executed));
    const needs = needsOf(rules.flatMap(({ roots }) => roots));
    const plans = rules.map(({ plan }) => plan);
    return {
      rules,
      evaluated: rules.map((rule) => rule.index),
      executed,
      isRestricted: rules.some(({ rule }) => isRestricted(rule.checked)),
      needs,
      readers: needs.readers.map((reader) => compiler.compile(reader)),
      index: rules.length >= indexFrom ? new RuleIndex(plans, compiler) : null,
    };
  }
}
