import { ruleSetVersion, type Decision, type SetRule } from '@tamis/engine';
import type { EvaluationEvent } from '../events/replay-event.js';
import type { Both, CandidateReport, DryRunMatch, RuleFigures } from './dry-run-report.js';
import type { Attribution, AttributionState } from './attribution.js';
import { ExactSums } from './exact-sums.js';
import { MatchSample, type MatchSampleState } from './match-sample.js';
import { RuleOverlaps } from './rule-overlaps.js';
import { shadowVersions } from './shadow-versions.js';
import { isStopped, type SideOutcome, type SideTally, type ReportPeriod } from './side-tally.js';

/** A rule by its key, and its index on either side; -1 if the side does not have it. */
interface ComparedRule {
  readonly key: string;
  readonly candidate: number;
  readonly baseline: number;
  gained: number;
  lost: number;
  unchanged: number;
  /** `null` if the rule does not exist on both sides, or has the same meaning. */
  attribution: Attribution | null;
}

const keyOf = ({ checked }: SetRule): string => checked.key;

function comparedRules(candidate: readonly SetRule[], baseline: readonly SetRule[]): ComparedRule[] {
  const [watching, watchingBefore] = [shadowVersions(candidate), shadowVersions(baseline)];
  const inBaseline = new Map(
    baseline.flatMap((rule, index) => (watchingBefore.has(index) ? [] : [[keyOf(rule), index] as const])),
  );
  const inCandidate = new Set(candidate.map(keyOf));
  const fresh = { gained: 0, lost: 0, unchanged: 0, attribution: null };
  const removed = baseline.flatMap((rule, index) =>
    inCandidate.has(keyOf(rule)) || watchingBefore.has(index)
      ? []
      : [{ key: keyOf(rule), candidate: -1, baseline: index, ...fresh }],
  );
  return [
    ...candidate.flatMap((rule, index) => {
      if (watching.has(index)) return [];
      const key = keyOf(rule);
      return { key, candidate: index, baseline: inBaseline.get(key) ?? -1, ...fresh };
    }),
    ...removed,
  ];
}

/** Returns the same value for rules with the same meaning, regardless of their layout. */
const meaningOf = ({ content: { source, status } }: SetRule): string =>
  ruleSetVersion({
    rules: [{ ruleId: '', version: 1, status, source, externalId: null, createdAt: new Date(0).toISOString() }],
    lists: {},
    baseCurrency: '',
    timezone: '',
  });

/** Returns the position among the compared rules for each index of a side. */
function placesOf(rules: readonly ComparedRule[], side: 'candidate' | 'baseline', count: number): Int32Array {
  const places = new Int32Array(count);
  for (const [place, rule] of rules.entries()) if (rule[side] >= 0) places[rule[side]] = place;
  return places;
}

export interface ComparisonOptions {
  readonly keepMatches: number;
  readonly seed: number;
  readonly analystMinutesPerAlert: number;
}

/** JSON. */
export interface ComparisonState {
  /** The gained, lost and unchanged records of each compared rule. */
  readonly rules: readonly (readonly [number, number, number])[];
  readonly attributions: readonly AttributionState[];
  readonly flips: CandidateReport['flips'];
  readonly amounts: CandidateReport['amounts'];
  readonly kept: MatchSampleState;
  readonly overlaps: readonly (readonly [number, number])[];
}

/** Whether no rule hits and nothing is stopped, so that two such outcomes need not be compared. */
const isQuiet = (outcome: SideOutcome): boolean => outcome.hits.length === 0 && !isStopped(outcome);

const noClauses: ReadonlyMap<string, string> = new Map();

/** Counts the differences between a candidate and the baseline, record by record. */
export class Comparison {
  private readonly rules: ComparedRule[];
  private readonly places: Readonly<Record<'candidate' | 'baseline', Int32Array>>;
  /** Whether rules of both sides have the same indexes. */
  private readonly isAlike: boolean;
  private readonly isAttributed: boolean;
  /** The number of the last record that the baseline's rule hit, by compared rule. */
  private readonly hitAt: Float64Array;
  private readonly flips = new Map<string, { from: Decision; to: Decision; count: number }>();
  private readonly amounts = { gained: new ExactSums(), lost: new ExactSums() };
  private readonly kept: MatchSample;
  private readonly overlaps: RuleOverlaps;
  private records = 0;

  constructor(
    private readonly name: string,
    private readonly candidate: SideTally,
    private readonly baseline: SideTally | null,
    private readonly options: ComparisonOptions,
    /** The attributions by key of a changed rule. */
    attributions: ReadonlyMap<string, Attribution>,
  ) {
    const rules = { candidate: candidate.set.rules, baseline: baseline?.set.rules ?? [] };
    this.rules = comparedRules(rules.candidate, rules.baseline);
    this.isAttributed = attributions.size > 0;
    for (const rule of this.rules) rule.attribution = attributions.get(rule.key) ?? null;
    this.places = {
      candidate: placesOf(this.rules, 'candidate', rules.candidate.length),
      baseline: placesOf(this.rules, 'baseline', rules.baseline.length),
    };
    this.isAlike = this.rules.every((rule) => rule.candidate === rule.baseline);
    this.hitAt = new Float64Array(this.rules.length);
    this.kept = new MatchSample(options.keepMatches, options.seed);
    this.overlaps = new RuleOverlaps(rules.candidate.length);
  }

  /**
   * Returns the clauses that caused the difference, by key of each changed rule that only one side hits.
   * @param tried whether a rule with one change taken back hits the record; asked before anything else arrives.
   */
  add(
    event: EvaluationEvent,
    candidate: SideOutcome,
    baseline: SideOutcome | null,
    tried: (side: number) => boolean,
  ): ReadonlyMap<string, string> {
    this.overlaps.add(candidate.hits);
    if (candidate === baseline && this.isAlike) {
      for (const index of candidate.hits)
        (this.rules[this.places.candidate[index] as number] as ComparedRule).unchanged += 1;
      return noClauses;
    }
    if (isQuiet(candidate) && (baseline === null || isQuiet(baseline))) return noClauses;
    const { gained, lost } = this.compareRules(candidate.hits, baseline?.hits ?? []);
    const clauses = this.attribute(gained, lost, tried);
    const isFlipped = baseline !== null && baseline.decision !== candidate.decision;
    if (isFlipped) this.countFlip(baseline.decision, candidate.decision);
    const stopped = { candidate: isStopped(candidate), baseline: baseline !== null && isStopped(baseline) };
    const { amount, currency } = event.context;
    if (stopped.candidate && !stopped.baseline) this.amounts.gained.add(amount, currency);
    if (stopped.baseline && !stopped.candidate) this.amounts.lost.add(amount, currency);
    if (isFlipped || gained.length + lost.length > 0)
      this.kept.add(event.id, () => this.match(event, candidate, baseline, { gained, lost }));
    return clauses;
  }

  report(span: ReportPeriod): CandidateReport {
    const { candidate, kept, options } = this;
    const keys = candidate.set.rules.map(keyOf);
    return {
      name: this.name,
      ...candidate.toFigures(span, options.analystMinutesPerAlert),
      flips: [...this.flips.values()].sort((a, b) => b.count - a.count || (a.from + a.to < b.from + b.to ? -1 : 1)),
      rules: this.rules.map((rule) => this.figures(rule, span)),
      amounts: { gained: this.amounts.gained.result(), lost: this.amounts.lost.result() },
      changed: kept.count,
      matches: kept.matches(),
      matchesTruncated: kept.count > options.keepMatches,
      overlap: this.overlaps.result(keys, candidate.ruleHits),
    };
  }

  state(): ComparisonState {
    const { rules, flips, amounts, kept, overlaps } = this;
    return {
      rules: rules.map(({ gained, lost, unchanged }) => [gained, lost, unchanged]),
      attributions: rules.map(({ attribution }) => attribution?.state() ?? []),
      flips: [...flips.values()].map((flip) => ({ ...flip })),
      amounts: { gained: amounts.gained.result(), lost: amounts.lost.result() },
      kept: kept.state(),
      overlaps: overlaps.state(),
    };
  }

  /** Adds the counts of the following part. */
  merge(state: ComparisonState): void {
    for (const [at, [gained, lost, unchanged]] of state.rules.entries()) {
      const rule = this.rules[at] as ComparedRule;
      rule.gained += gained;
      rule.lost += lost;
      rule.unchanged += unchanged;
    }
    for (const [at, counts] of state.attributions.entries()) this.rules[at]?.attribution?.merge(counts);
    for (const { from, to, count } of state.flips) this.countFlip(from, to, count);
    this.amounts.gained.merge(state.amounts.gained);
    this.amounts.lost.merge(state.amounts.lost);
    this.kept.merge(state.kept);
    this.overlaps.merge(state.overlaps);
  }

  /** Returns the positions of rules that only one side hits. */
  private compareRules(candidate: readonly number[], baseline: readonly number[]) {
    const record = ++this.records;
    const { rules, hitAt, places } = this;
    const gained: number[] = [];
    const lost: number[] = [];
    for (const index of baseline) hitAt[places.baseline[index] as number] = record;
    for (const index of candidate) {
      const place = places.candidate[index] as number;
      const rule = rules[place] as ComparedRule;
      if (hitAt[place] === record) {
        rule.unchanged += 1;
        hitAt[place] = 0;
      } else {
        rule.gained += 1;
        gained.push(place);
      }
    }
    for (const index of baseline) {
      const place = places.baseline[index] as number;
      if (hitAt[place] !== record) continue;
      (rules[place] as ComparedRule).lost += 1;
      lost.push(place);
    }
    return { gained, lost };
  }

  private attribute(
    gained: readonly number[],
    lost: readonly number[],
    tried: (side: number) => boolean,
  ): ReadonlyMap<string, string> {
    if (!this.isAttributed) return noClauses;
    const clauses = new Map<string, string>();
    const note = (place: number, isGained: boolean): void => {
      const { key, attribution } = this.rules[place] as ComparedRule;
      if (attribution) clauses.set(key, attribution.add(isGained, tried));
    };
    for (const place of gained) note(place, true);
    for (const place of lost) note(place, false);
    return clauses;
  }

  private countFlip(from: Decision, to: Decision, times = 1): void {
    const key = `${from} ${to}`;
    const flip = this.flips.get(key) ?? { from, to, count: 0 };
    flip.count += times;
    this.flips.set(key, flip);
  }

  private match(
    { id, target, now, context, label = null }: EvaluationEvent,
    candidate: SideOutcome,
    baseline: SideOutcome | null,
    changed: { readonly gained: readonly number[]; readonly lost: readonly number[] },
  ): DryRunMatch {
    const keys = (places: readonly number[]): readonly string[] =>
      places.map((place) => (this.rules[place] as ComparedRule).key);
    return {
      id,
      target,
      occurredAt: new Date(now).toISOString(),
      amount: context['amount'] ?? null,
      currency: context['currency'] ?? null,
      label,
      decisionBaseline: baseline?.decision ?? null,
      decisionCandidate: candidate.decision,
      totalScoreBaseline: baseline?.totalScore ?? null,
      totalScoreCandidate: candidate.totalScore,
      gained: keys(changed.gained),
      lost: keys(changed.lost),
      unknown: candidate.unknown.map((index) => keyOf(this.candidate.set.rules[index] as SetRule)),
    };
  }

  private figures(
    { key, candidate, baseline, gained, lost, unchanged, attribution }: ComparedRule,
    span: ReportPeriod,
  ): RuleFigures {
    const rule = { candidate: this.candidate.set.rules[candidate], baseline: this.baseline?.set.rules[baseline] };
    const both = (of: (tally: SideTally, index: number) => number): Both => ({
      baseline: this.baseline && baseline >= 0 ? of(this.baseline, baseline) : 0,
      candidate: candidate >= 0 ? of(this.candidate, candidate) : 0,
    });
    const named = (rule.candidate ?? rule.baseline) as SetRule;
    return {
      key,
      name: named.checked.name,
      change: changeOf(rule.candidate, rule.baseline),
      hits: both((tally, index) => tally.ruleHits[index] as number),
      gained,
      lost,
      unchanged,
      unknown: both((tally, index) => tally.ruleUnknown[index] as number),
      fraud: both((tally, index) => tally.labelledHits(index, 'fraud')),
      cleared: both((tally, index) => tally.labelledHits(index, 'cleared')),
      unlabelled: both(
        (tally, index) =>
          (tally.ruleHits[index] as number) - tally.labelledHits(index, 'fraud') - tally.labelledHits(index, 'cleared'),
      ),
      band: candidate >= 0 ? this.candidate.dailyHits.bandsOf(candidate, span) : [],
      attribution: attribution?.result() ?? [],
    };
  }
}

/** Whether a rule of both sides has a different meaning. */
export const isChanged = (candidate: SetRule, baseline: SetRule): boolean =>
  changeOf(candidate, baseline) === 'changed';

function changeOf(candidate: SetRule | undefined, baseline: SetRule | undefined): RuleFigures['change'] {
  if (!candidate) return 'removed';
  if (!baseline) return 'added';
  return meaningOf(candidate) === meaningOf(baseline) ? 'same' : 'changed';
}
