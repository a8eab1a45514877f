import { failure, ok, type Result } from '@tamis/stdx';
import { GraphCompiler } from '../compile/compile-graph.js';
import { compileRule, planRules } from '../compile/compile-rule.js';
import { nextEpoch, type Term } from '../compile/frame.js';
import { planSettingsKey, trackRequests, type EnvironmentSettings } from '../facts/environment.js';
import type { EvaluationParams, EvaluationScope } from '../facts/evaluation-params.js';
import { undecidedRules } from '../evaluate/undecided-rules.js';
import { EvaluationFrame } from '../evaluate/evaluation-frame.js';
import type { EvaluationOutcome } from '../outcome/evaluation-outcome.js';
import type { SyncFactSource } from '../facts/fact-source.js';
import type { FactRequests, Facts, FoldedAggregates, RecordSource, Context } from '../facts/facts.js';
import { resolveRequests, requestMoreFacts, mergeFacts } from '../gather/gather-facts.js';
import { PlanGraph } from '../plan/plan-graph.js';
import type { AggregatePlan, WindowPlan } from '../plan/plan-node.js';
import { collectNeeds, type PlanNeeds } from '../plan/plan-needs.js';
import { windowRequest, type WindowRequestContext } from '../plan/plan-windows.js';
import { AggregateRequests } from '../gather/aggregate-requests.js';
import { FoldedWindows, isFoldedOnArrival } from '../gather/folded-windows.js';
import { checkRuleSetLean, toPlannable, type RuleSetProblem } from '../rules/check-rule-set.js';
import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';
import { Evaluator } from './evaluator.js';
import { windowBounds, type RateTable } from '@tamis/lang';
import type { RuleSetContent } from '../rules/rule-set-content.js';
import { findTwins, type Twin } from './twin-sets.js';

/** The combined needs of the sets of an evaluation. */
interface JointNeeds {
  /** Needs of each set, in order. They serve to find the combination again. */
  readonly bySet: readonly PlanNeeds[];
  /** Aggregates that are not folded as records arrive. */
  readonly aggregates: readonly AggregatePlan[];
  /** Theirs. */
  readonly windows: readonly WindowPlan[];
  /** Ids of windows whose aggregates are all folded as records arrive. */
  readonly folded: ReadonlySet<number>;
  readonly readers: readonly Term[];
  readonly readingMore: readonly CompiledRuleSet[];
}

const none: FactRequests = { windows: [], reads: [], rates: [] };

/** Removes duplicates and sorts in the order of the plan. */
const union = <T extends { readonly id: number }>(lists: readonly (readonly T[])[]): readonly T[] =>
  [...new Set(lists.flat())].sort((a, b) => a.id - b.id);

/** Returns whether any of these rules hit or is unknown. */
const hasAny = (outcome: EvaluationOutcome, rules: readonly number[]): boolean =>
  rules.some((index) => outcome.hits.includes(index)) || undecidedRules(outcome).some((index) => rules.includes(index));

/** Returns windows whose aggregates are all folded as records arrive. */
function windowsFoldedOnArrival(aggregates: readonly AggregatePlan[]): ReadonlySet<number> {
  const ids = new Set(aggregates.map(({ window }) => window.id));
  for (const plan of aggregates) if (!isFoldedOnArrival(plan)) ids.delete(plan.window.id);
  return ids;
}

/**
 * Rule sets that are compared, based on one plan: what several of them read or compute is fetched and computed once per subject. Each has
 * the same outcome as it would have separately.
 */
export class JointRuleSets {
  private readonly frame: EvaluationFrame;
  private readonly foldable: AggregateRequests;
  private readonly known: JointNeeds[] = [];
  private lastFolded: { readonly given: Facts; readonly facts: Facts } | null = null;
  private readonly twins: readonly (Twin | null)[];

  constructor(
    readonly sets: readonly CompiledRuleSet[],
    private readonly evaluators: readonly Evaluator[],
    private readonly compiler: GraphCompiler,
    private readonly settings: EnvironmentSettings,
  ) {
    this.frame = new EvaluationFrame(settings);
    this.foldable = new AggregateRequests(settings);
    this.twins = findTwins(evaluators.map(({ components: parts }) => parts));
  }

  /** Returns an object that must be notified of every arriving record, and of every evaluation before its facts are gathered. */
  foldedWindows(rates: RateTable | null): FoldedWindows {
    return new FoldedWindows(this.plannedNeeds().aggregates, this.settings, rates);
  }

  /**
   * Returns everything that any of the sets reads in an evaluation, except for aggregates in `folded`, which are folded on access. `given`
   * must contain all available rates, since none are requested.
   */
  gather(context: Context, run: EvaluationScope, source: SyncFactSource, folded: FoldedWindows, given: Facts): Facts {
    const { aggregates, windows, readers, readingMore, folded: unneeded } = this.needs(run);
    if (unneeded.size + windows.length + readers.length === 0) return given;
    const ofRun = this.requestFor(context, run, given);
    const onArrival = folded.begin(ofRun);
    if (windows.length + readers.length === 0) return this.withFolded(given, onArrival);
    const foldable = source.fold ? this.foldable.build(aggregates, ofRun) : null;
    const atOnce = foldable && source.fold?.(foldable.requests, run.now);
    const both: FoldedAggregates = { get: (id) => atOnce?.get(id) ?? onArrival.get(id) };
    const without = new Set([...unneeded, ...(foldable?.windows ?? [])]);
    const rest = windows.filter(({ id }) => !without.has(id));
    const requests = this.requests(rest, readers, given, ofRun);
    let facts: Facts = { ...given, aggregates: both };
    if (requests.windows.length + requests.reads.length > 0)
      facts = mergeFacts(facts, source.gather(requests, run.now));
    for (const set of readingMore)
      facts = resolveRequests(requestMoreFacts(set, context, run, { facts, requests }, without), source, run.now);
    return facts;
  }

  /**
   * Returns the outcomes of the first `count` sets, in order. Twins with the same outcome share one object. Like those of `evaluate`, they
   * are valid until the next evaluation.
   */
  evaluate(
    context: Context,
    facts: Facts,
    run: EvaluationParams,
    count = this.evaluators.length,
  ): readonly EvaluationOutcome[] {
    const epoch = nextEpoch();
    const outcomes: EvaluationOutcome[] = [];
    for (let at = 0; at < count; at++) {
      const evaluator = this.evaluators[at] as Evaluator;
      const twin = this.twins[at] ?? null;
      const same = twin && (outcomes[twin.firstIndex] as EvaluationOutcome);
      const isSame =
        same !== null &&
        !hasAny(same, twin?.differing ?? []) &&
        evaluator.areAllFalse(twin?.differing ?? [], context, facts, run, epoch);
      outcomes.push(isSame ? same : evaluator.evaluate(context, facts, run, epoch));
    }
    return outcomes;
  }

  /** Returns the JSON paths read from the records of each source, for windows that are not folded as records arrive. */
  recordPaths(): ReadonlyMap<RecordSource, readonly (readonly string[])[]> {
    const found = new Map<RecordSource, (readonly string[])[]>();
    const { windows, aggregates } = this.plannedNeeds();
    const foldedOf = windowsFoldedOnArrival(aggregates);
    for (const { id, source, timePath, links, columns } of windows) {
      if (source === null || foldedOf.has(id)) continue;
      const keys = links.flat(2).map(({ recordPath }) => recordPath);
      const paths = [...columns, ...keys, ...(timePath ? [timePath] : [])];
      found.set(source, [...(found.get(source) ?? []), ...paths]);
    }
    return found;
  }

  /** Returns the same object for all evaluations of a replay. */
  private withFolded(given: Facts, aggregates: FoldedAggregates): Facts {
    const { given: last, facts } = this.lastFolded ?? {};
    if (facts && last === given && facts.aggregates === aggregates) return facts;
    const made = { ...given, aggregates };
    this.lastFolded = { given, facts: made };
    return made;
  }

  /**
   * Returns the time, in milliseconds since 1970 UTC, of the oldest record of a source that an evaluation at `now` may see. -Infinity if it
   * may see any, Infinity if it sees none.
   */
  visibleFrom(source: RecordSource, now: number): number {
    let oldest = Infinity;
    for (const plan of this.plannedNeeds().aggregates) {
      const { window, span } = plan;
      if (window.source !== source) continue;
      if (span.kind === 'since' || !isFoldedOnArrival(plan)) return -Infinity;
      oldest = Math.min(oldest, windowBounds(span, now, this.settings.timezone).from ?? -Infinity);
    }
    return oldest;
  }

  private plannedNeeds(): PlanNeeds {
    return collectNeeds(
      this.evaluators.flatMap(({ components: parts }) => parts.compiled.flatMap((rule) => rule.roots)),
    );
  }

  private requestFor(context: Context, run: EvaluationScope, given: Facts): WindowRequestContext {
    const { frame } = this;
    frame.reset(context, given, run);
    return {
      context,
      now: run.now,
      timezone: this.settings.timezone,
      startOf: (start) => this.compiler.compile(start)(frame),
      ownSource: frame.ownSource,
    };
  }

  private requests(
    windows: readonly WindowPlan[],
    readers: readonly Term[],
    given: Facts,
    ofRun: WindowRequestContext,
  ): FactRequests {
    if (windows.length + readers.length === 0) return none;
    const { frame } = this;
    const listening = trackRequests(frame.environment, given);
    frame.environment = listening.environment;
    for (const reader of readers) reader(frame);
    return {
      windows: windows.map((window) => windowRequest(window, ofRun)).filter((request) => request !== null),
      reads: listening.asked().reads,
      rates: [],
    };
  }

  private needs(run: EvaluationScope): JointNeeds {
    const of = this.evaluators.map((each) => each.needs(run));
    const found = this.known.find((each) => each.bySet.every((needs, index) => needs === of[index]));
    if (found) return found;
    const aggregates = union(of.map((each) => each.aggregates));
    const folded = windowsFoldedOnArrival(aggregates);
    const made = {
      bySet: of,
      aggregates: aggregates.filter((plan) => !isFoldedOnArrival(plan)),
      windows: union(of.map(({ windows }) => windows)).filter(({ id }) => !folded.has(id)),
      folded,
      readers: union(of.map(({ readers }) => readers)).map((reader) => this.compiler.compile(reader)),
      readingMore: this.evaluators.filter((_, index) => of[index]?.hasDependentReads === true),
    };
    this.known.push(made);
    return made;
  }
}

/**
 * Compiles sets with the same base currency, time zone and format of numbers based on one plan. A failure contains, for each set in order,
 * the rules that have errors. Throws if these differ, since they could not share a plan.
 */
export function compileJointly(
  contents: readonly RuleSetContent[],
): Result<JointRuleSets, readonly (readonly RuleSetProblem[])[]> {
  const [first] = contents;
  if (!first) throw new Error('no rule set to compile');
  const { baseCurrency, timezone, numberFormat } = first;
  if (contents.some((each) => planSettingsKey(each) !== planSettingsKey(first)))
    throw new Error('rule sets with different currencies, time zones or formats of numbers cannot share a plan');
  const checked = contents.map(checkRuleSetLean);
  if (checked.some((each) => !each.ok)) return failure(checked.map((each) => (each.ok ? [] : each.error)));
  const graph = new PlanGraph(true);
  const compiler = new GraphCompiler(timezone);
  // Windows are complete once all sets are planned. Only then is anything compiled.
  const planned = checked.map((each, at) => {
    const content = contents[at] as RuleSetContent;
    const rules = each.ok ? each.value.map((rule) => toPlannable(rule, content)) : [];
    return {
      content,
      rules,
      planned: planRules(
        rules.map((rule, index) => ({ rule, index })),
        graph,
        content,
      ),
    };
  });
  const evaluators = planned.map(
    ({ content, rules, planned: ofSet }) =>
      new Evaluator({
        rules,
        content,
        indexFrom: null,
        compiled: ofSet.map((each) => compileRule(each, compiler)),
        graph,
        compiler,
        freshSize: graph.size,
      }),
  );
  return ok(new JointRuleSets(evaluators, evaluators, compiler, { baseCurrency, timezone, numberFormat }));
}
