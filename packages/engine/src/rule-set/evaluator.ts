import type { Expression, Unknown } from '@tamis/lang';
import type { GraphCompiler } from '../compile/compile-graph.js';
import { leafOutcomes } from '../compile/compile-leaves.js';
import { planScopeOf, type CompiledRule } from '../compile/compile-rule.js';
import type { Frame, Term } from '../compile/frame.js';
import { RuleIndex } from '../compile/rule-index.js';
import { appliesTo, isRestricted } from '../evaluate/applies-to.js';
import { conclude, scopeRule, type Finding, type ScopeRule } from '../evaluate/conclude.js';
import type { ExecutedMatrix } from '../evaluate/decide.js';
import { trackRequests } from '../facts/environment.js';
import { FoundOutcome } from '../evaluate/lazy-outcome.js';
import { LazyRuleOutcomes } from '../evaluate/lazy-rule-outcomes.js';
import type { EvaluationParams, EvaluationScope } from '../facts/evaluation-params.js';
import { EvaluationFrame } from '../evaluate/evaluation-frame.js';
import type { EvaluationOutcome } from '../outcome/evaluation-outcome.js';
import { executedMatrices, isInScope, runningMatrices } from '../evaluate/is-in-scope.js';
import { RuleInspectorFactory } from '../explain/rule-inspector-factory.js';
import type { RuleInspector } from '../evaluate/rule-inspector.js';
import { factNeeds, type FactNeeds } from '../plan/fact-needs.js';
import type { FactRequests, Facts, WindowRequest, Context } from '../facts/facts.js';
import type { PlanGraph } from '../plan/plan-graph.js';
import { chooseStrategy } from '../plan/choose-strategy.js';
import { foldRequests, foldsOf, type Fold } from '../plan/plan-fold.js';
import { planIndex } from '../plan/plan-index.js';
import type { WindowPlan } from '../plan/plan-node.js';
import { collectNeeds, type PlanNeeds } from '../plan/plan-needs.js';
import { windowRequest, type WindowRequestContext } from '../plan/plan-windows.js';
import { AggregateRequests } from '../gather/aggregate-requests.js';
import type { CompiledRuleSet, RuleExamination } from '../evaluate/compiled-rule-set.js';
import type { MatrixContent, RuleSetContent } from '../rules/rule-set-content.js';
import { ruleSetVersion } from '../rules/rule-set-version.js';
import type { SetRule } from '../rules/set-rule.js';
import type { FoldableAggregates } from '../facts/aggregate-request.js';

/** Parts of an evaluator. */
export interface EvaluatorComponents {
  readonly rules: readonly SetRule[];
  readonly compiled: readonly CompiledRule[];
  readonly content: RuleSetContent;
  /** The plan of the set and of sets based on it. */
  readonly graph: PlanGraph;
  /** Number of nodes in the plan when the first of these sets was compiled. */
  readonly freshSize: number;
  readonly compiler: GraphCompiler;
  /** `null` to let the plan decide. */
  readonly indexFrom: number | null;
}

/** A window that is read, with the folds of its records; `null` for the records themselves. */
interface ScopeWindow {
  readonly window: WindowPlan;
  readonly folds: readonly Fold[] | null;
}

/** The rules evaluated in one kind of evaluation, and their needs. */
interface Scope {
  /** The evaluation for which it was created. `matrices` is compared by identity. */
  readonly run: Pick<EvaluationScope, 'target' | 'trigger' | 'stage' | 'matrices'>;
  readonly rules: readonly CompiledRule[];
  /** In the order of `rules`, as are all members below. */
  readonly concluded: readonly ScopeRule[];
  /** Scores of plain rules; NaN for the others. */
  readonly plainScores: Float64Array;
  readonly evaluated: readonly number[];
  readonly executed: readonly ExecutedMatrix[];
  /** Positions of rules whose evaluation depends on the subject or the time. */
  readonly restricted: readonly number[];
  readonly needs: PlanNeeds;
  readonly windows: readonly ScopeWindow[];
  readonly readers: readonly Term[];
  /** Created on first use, since gathering facts does not need it. `null` if every rule is evaluated. */
  readonly index: () => RuleIndex | null;
}

const noFacts: Facts = { windows: {} };
const noRequests: FactRequests = { windows: [], reads: [], rates: [] };

type Positions = ReadonlySet<number>;
const noPositions: Positions = new Set();

/** The results of an evaluation for the rules of its scope. */
interface ScopeMatches {
  /** Indexes of the rules that hit, in set order. */
  readonly hits: number[];
  /** Total points of the plain rules that hit. */
  readonly points: number;
  /** All other rules that hit, and the unknown ones, in set order. */
  readonly others: readonly Finding[];
}

/** Evaluates compiled rules. Has one frame, refilled for each evaluation. */
export class Evaluator implements CompiledRuleSet {
  readonly rules: readonly SetRule[];
  readonly matrices: readonly MatrixContent[];
  private readonly scopes = new Map<string, Scope>();
  private lastScope: Scope | null = null;
  private knownVersion: string | null = null;
  /** By condition, and released with its syntax tree. */
  private readonly inspectors = new WeakMap<Expression, RuleInspectorFactory>();
  private readonly frame: EvaluationFrame;
  private readonly foldable: AggregateRequests;

  constructor(readonly components: EvaluatorComponents) {
    this.rules = components.rules;
    this.matrices = components.content.matrices ?? [];
    this.frame = new EvaluationFrame(components.content);
    this.foldable = new AggregateRequests(components.content);
  }

  /** Computed on first access: a thread that only evaluates never needs it. */
  get version(): string {
    return (this.knownVersion ??= ruleSetVersion(this.components.content));
  }

  requests(context: Context, run: EvaluationScope, facts?: Facts): FactRequests {
    const scope = this.scope(run);
    const { rules, readers } = scope;
    if (rules.length === 0) return noRequests;
    const given = facts ?? noFacts;
    const frame = this.resetFrame(context, given, run);
    const listening = trackRequests(frame.environment, given);
    frame.environment = listening.environment;
    if (facts) this.evaluateAll(frame, rules);
    else for (const reader of readers) reader(frame);
    const ofRun = this.requestFor(frame);
    const windows = scope.windows
      .filter(({ window }) => !Object.hasOwn(given.windows, window.id))
      .map((each) => requestOf(each, ofRun))
      .filter((request) => request !== null);
    return { windows, ...listening.asked() };
  }

  aggregates(context: Context, run: EvaluationScope): FoldableAggregates {
    return this.foldable.build(
      this.scope(run).needs.aggregates,
      this.requestFor(this.resetFrame(context, noFacts, run)),
    );
  }

  factNeeds(): FactNeeds {
    return factNeeds(this.components.compiled.map(({ rule, roots }) => ({ key: rule.checked.key, roots })));
  }

  hasDependentReads(run: EvaluationScope): boolean {
    return this.scope(run).needs.hasDependentReads;
  }

  hasDependentRates(run: EvaluationScope): boolean {
    return this.scope(run).needs.hasDependentRates;
  }

  /** Returns what the rules of such an evaluation read. It is the same object for all evaluations of one kind. */
  needs(run: EvaluationScope): PlanNeeds {
    return this.scope(run).needs;
  }

  /**
   * Evaluates the rules. `epoch` may be that of an evaluation of another set with the same plan, context, facts and parameters, so that
   * nothing is computed twice.
   */
  evaluate(context: Context, facts: Facts, run: EvaluationParams, epoch?: number): EvaluationOutcome {
    const scope = this.scope(run);
    const frame = this.resetFrame(context, facts, run, epoch);
    const left = this.excludedRules(scope, context, run);
    const { hits, points, others } = this.matchRules(scope, frame, left);
    const evaluated = left.size === 0 ? scope.evaluated : scope.evaluated.filter((_, position) => !left.has(position));
    const { timezone, numberFormat } = this.components.content;
    const executed = executedOf(scope, evaluated, this.rules);
    const { verdict, effects } = conclude(others, points, { run, context, timezone, numberFormat, executed });
    const found = new LazyRuleOutcomes(this.components.compiled, this.frame, run, hits, others, scope.index());
    return new FoundOutcome(evaluated, hits, verdict, effects, found);
  }

  /** Returns whether the conditions of these rules are false, even of rules that are not evaluated. */
  areAllFalse(rules: readonly number[], context: Context, facts: Facts, run: EvaluationParams, epoch: number): boolean {
    const frame = this.resetFrame(context, facts, run, epoch);
    return rules.every((index) => (this.components.compiled[index] as CompiledRule).condition(frame) === false);
  }

  examine(context: Context, facts: Facts, run: EvaluationParams): readonly RuleExamination[] {
    const scope = this.scope(run);
    const frame = this.resetFrame(context, facts, run);
    const left = this.excludedRules(scope, context, run);
    return scope.rules
      .filter((_, position) => !left.has(position))
      .map(({ index, condition, leaves }) => ({
        rule: index,
        value: condition(frame) as boolean | Unknown,
        leaves: leafOutcomes(leaves, frame),
      }));
  }

  inspectRule(rule: number, context: Context, facts: Facts, run: EvaluationParams): RuleInspector {
    const { compiled, compiler, graph, content } = this.components;
    const one = compiled[rule] as CompiledRule;
    const { condition } = one.rule.checked;
    const parts =
      this.inspectors.get(condition) ??
      new RuleInspectorFactory(one, planScopeOf(one.rule.checked, { ...content, graph }), compiler);
    this.inspectors.set(condition, parts);
    return parts.inspectorFor(this.resetFrame(context, facts, run));
  }

  private matchRules(scope: Scope, frame: Frame, out: Positions): ScopeMatches {
    const { concluded, plainScores, evaluated, rules } = scope;
    const index = scope.index();
    const hits: number[] = [];
    const others: Finding[] = [];
    let points = 0;
    const count = index ? index.findCandidates(frame) : rules.length;
    for (let place = 0; place < count; place++) {
      const position = index ? (index.candidates[place] as number) : place;
      if (out.size > 0 && out.has(position)) continue;
      const isCertain = index !== null && index.certain[place] === 1;
      const value = isCertain || ((rules[position] as CompiledRule).condition(frame) as boolean | Unknown);
      if (value === false) continue;
      if (value === true) hits.push(evaluated[position] as number);
      const score = plainScores[position] as number;
      if (value !== true || Number.isNaN(score)) others.push({ of: concluded[position] as ScopeRule, value });
      else points += score;
    }
    return { hits, points, others };
  }

  private requestFor(frame: Frame): WindowRequestContext {
    const { content, compiler } = this.components;
    return {
      context: frame.context,
      now: frame.environment.now,
      timezone: content.timezone,
      startOf: (start) => compiler.compile(start)(frame),
      ownSource: frame.ownSource,
    };
  }

  /** Skips nothing, so that everything any evaluation may read is requested. */
  private evaluateAll(frame: Frame, rules: readonly CompiledRule[]): void {
    for (const { condition, leaves, inActions } of rules) {
      condition(frame);
      leafOutcomes(leaves, frame);
      for (const term of inActions.values()) term(frame);
    }
  }

  /** Returns the positions of rules of the scope that are not evaluated. */
  private excludedRules({ rules, restricted }: Scope, context: Context, run: EvaluationScope): Positions {
    if (restricted.length === 0) return noPositions;
    const { timezone } = this.components.content;
    const isOut = (position: number): boolean =>
      !appliesTo((rules[position] as CompiledRule).rule.checked, context, run, timezone);
    return new Set(restricted.filter(isOut));
  }

  /** Returns the functions for the expressions in the actions of a rule. */
  private actionsOf({ rule, inActions, meaning }: CompiledRule): Pick<ScopeRule, 'evaluate' | 'meaning'> {
    const evaluate: ScopeRule['evaluate'] = (expression) => {
      const term = inActions.get(expression);
      if (!term) throw new Error(`an action of \`${rule.checked.key}\` reads a value that was not compiled`);
      return term(this.frame);
    };
    return { evaluate, meaning };
  }

  private resetFrame(context: Context, facts: Facts, run: EvaluationScope, epoch?: number): Frame {
    this.frame.reset(context, facts, run, epoch);
    return this.frame;
  }

  private scope(run: EvaluationScope): Scope {
    const { lastScope: last } = this;
    if (last !== null && isOfSameKind(last.run, run)) return last;
    const { target, trigger, stage = 'sync', matrices } = run;
    const key = `${target} ${trigger} ${stage} ${matrices === undefined ? '' : JSON.stringify(matrices)}`;
    const scope = this.scopes.get(key) ?? this.createScope(run);
    this.scopes.set(key, scope);
    this.lastScope = scope;
    return scope;
  }

  private createScope(run: EvaluationScope): Scope {
    const { compiled, content, compiler, indexFrom } = this.components;
    const chosen = executedMatrices(content, run);
    const rules = compiled.filter(({ rule }) => isInScope(rule, run, chosen));
    const inScope = rules.map(({ rule }) => rule);
    const executed = runningMatrices(chosen, run, inScope);
    const needs = collectNeeds(rules.flatMap(({ roots }) => roots));
    const evaluated = rules.map((rule) => rule.index);
    const concluded = rules.map((each) => scopeRule(each.rule, each.index, executed, this.actionsOf(each)));
    const makeIndex = (): RuleIndex | null => {
      const plan = planIndex(rules.map((rule) => rule.plan));
      const isIndexed = indexFrom === null ? chooseStrategy(plan).way === 'index' : rules.length >= indexFrom;
      return isIndexed ? new RuleIndex(plan, rules.length, compiler) : null;
    };
    return {
      run,
      rules,
      concluded,
      plainScores: Float64Array.from(concluded, ({ isPlain, rule }) => (isPlain ? rule.checked.score : Number.NaN)),
      evaluated,
      executed: executed.map((matrix) => ({ matrix, rulesEvaluated: countTiedRules(matrix, evaluated, this.rules) })),
      restricted: [...rules.keys()].filter((position) => isRestricted((rules[position] as CompiledRule).rule.checked)),
      needs,
      windows: needs.windows.map((window) => ({
        window,
        folds: foldsOf(needs.aggregates.filter((each) => each.window === window)),
      })),
      readers: [...needs.readers, ...needs.converters].map((reader) => compiler.compile(reader)),
      index: lazy(makeIndex),
    };
  }
}

function requestOf({ window, folds }: ScopeWindow, run: WindowRequestContext): WindowRequest | null {
  const request = windowRequest(window, run);
  return request && folds ? { ...request, folds: foldRequests(folds, run) } : request;
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** Returns whether both kinds of evaluation use the same rules. Equal lists of matrices may be different arrays. */
const isOfSameKind = (a: Scope['run'], b: Scope['run']): boolean =>
  a.target === b.target && a.trigger === b.trigger && a.stage === b.stage && a.matrices === b.matrices;

const countTiedRules = ({ key }: MatrixContent, evaluated: readonly number[], rules: readonly SetRule[]): number =>
  evaluated.filter((index) => rules[index]?.checked.matrices.includes(key)).length;

/** Returns the executed matrices of an evaluation with these rules. */
const executedOf = (scope: Scope, evaluated: readonly number[], rules: readonly SetRule[]): readonly ExecutedMatrix[] =>
  evaluated === scope.evaluated
    ? scope.executed
    : scope.executed.map(({ matrix }) => ({ matrix, rulesEvaluated: countTiedRules(matrix, evaluated, rules) }));
