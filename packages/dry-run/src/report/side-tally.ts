import { undecidedRules, type CompiledRuleSet, type Decision, type EvaluationOutcome } from '@tamis/engine';
import { dateText } from '@tamis/stdx';
import type { Label, EvaluationEvent } from '../events/replay-event.js';
import { AlertLog, type AlertLogState } from '../overlay/alert-log.js';
import { DailyHits, type DailyHitsState } from './daily-hits.js';
import type { DayFigures, LabelFigures, SideFigures } from './dry-run-report.js';
import { ExactSums } from './exact-sums.js';
import { perDay, share } from './ratios.js';
import { RecordDigest, type DigestState } from './record-digest.js';

const dayMs = 86_400_000;

/** Result of a side for one record. Rules evaluated after the response count like any other. */
export interface SideOutcome {
  readonly decision: Decision;
  readonly totalScore: number;
  /** Rule indexes in set order. */
  readonly hits: readonly number[];
  readonly unknown: readonly number[];
  readonly outcomes: readonly EvaluationOutcome[];
}

/** Combines the evaluation for the response with the one after the response, if there is one. `watching` are rules that are not counted. */
export function sideOutcome(runs: readonly EvaluationOutcome[], watching: ReadonlySet<number>): SideOutcome {
  const [first, after] = runs as readonly [EvaluationOutcome, EvaluationOutcome?];
  const { decision, totalScore } = first;
  if (!after && watching.size === 0)
    return { decision, totalScore, hits: first.hits, unknown: undecidedRules(first), outcomes: runs };
  const both = (a: readonly number[], b: readonly number[]): readonly number[] =>
    b.length === 0 ? a : [...a, ...b].sort((x, y) => x - y);
  const counted = (rules: readonly number[]): readonly number[] =>
    watching.size === 0 ? rules : rules.filter((rule) => !watching.has(rule));
  return {
    decision,
    totalScore,
    hits: counted(both(first.hits, after?.hits ?? [])),
    unknown: counted(both(undecidedRules(first), after ? undecidedRules(after) : [])),
    outcomes: runs,
  };
}

export const isStopped = ({ decision }: SideOutcome): boolean => decision !== 'APPROVE';

interface Day {
  records: number;
  stopped: number;
  alerts: number;
  unknown: number;
}

/** What a report has to know about all records together. */
export interface ReportPeriod {
  /** Milliseconds since 1970 UTC. */
  readonly from: number;
  readonly to: number;
  readonly labelled: Readonly<Record<Label, number>>;
}

/** JSON. */
export interface SideTallyState {
  readonly ruleHits: readonly number[];
  readonly ruleUnknown: readonly number[];
  readonly dailyHits: DailyHitsState;
  readonly decisions: Readonly<Record<Decision, number>>;
  readonly stopped: Readonly<Record<Label | 'none', number>>;
  readonly hitsByLabel: Readonly<Record<Label, readonly number[]>>;
  readonly amounts: Readonly<Record<string, string>>;
  readonly log: AlertLogState;
  readonly days: readonly (readonly [number, Readonly<Day>])[];
  readonly digest: DigestState;
  readonly unknown: number;
  readonly alerts: number;
}

function addCounts(sums: Float64Array, more: readonly number[]): void {
  for (const [at, count] of more.entries()) sums[at]! += count;
}

/** Keeps the hashed text of each record, which sides with the same outcome share. */
export class OutcomeLineCache {
  private outcome: SideOutcome | null = null;
  private line = '';

  lineFor(id: string, outcome: SideOutcome): string {
    if (outcome === this.outcome) return this.line;
    const { decision, totalScore, hits, unknown } = outcome;
    this.outcome = outcome;
    this.line = `${JSON.stringify(id)} ${decision} ${totalScore} ${hits.join()} ${unknown.join()}\n`;
    return this.line;
  }
}

/** Sums up the results of one side. */
export class SideTally {
  readonly ruleHits: Float64Array;
  readonly ruleUnknown: Float64Array;
  readonly dailyHits: DailyHits;
  private readonly decisions: Record<Decision, number> = { APPROVE: 0, REVIEW_REQUIRED: 0, HOLD: 0, REJECT: 0 };
  private readonly stopped: Record<Label | 'none', number> = { fraud: 0, cleared: 0, none: 0 };
  private readonly hitsByLabel: Readonly<Record<Label, Float64Array>>;
  private readonly amounts = new ExactSums();
  private readonly log = new AlertLog();
  private readonly days = new Map<number, Day>();
  private readonly digest = new RecordDigest();
  private unknown = 0;
  private alerts = 0;

  constructor(
    readonly set: CompiledRuleSet,
    private readonly lineCache: OutcomeLineCache,
  ) {
    const rules = set.rules.length;
    this.ruleHits = new Float64Array(rules);
    this.ruleUnknown = new Float64Array(rules);
    this.dailyHits = new DailyHits(rules);
    this.hitsByLabel = { fraud: new Float64Array(rules), cleared: new Float64Array(rules) };
  }

  /** Sets the number of the first record that is added. Earlier records are counted elsewhere. */
  startAt(number: number): void {
    this.digest.begin(number);
    this.log.isPartial = true;
  }

  add({ id, now, label = null, context }: EvaluationEvent, outcome: SideOutcome): void {
    const { decision, hits, unknown, outcomes: runs } = outcome;
    const day = this.day(now);
    day.records += 1;
    this.decisions[decision] += 1;
    for (const rule of hits) this.ruleHits[rule]! += 1;
    this.dailyHits.add(hits, now);
    for (const rule of unknown) this.ruleUnknown[rule]! += 1;
    if (label !== null) for (const rule of hits) this.hitsByLabel[label][rule]! += 1;
    if (unknown.length > 0) {
      this.unknown += 1;
      day.unknown += 1;
    }
    for (const { effects } of runs) {
      const alerts = effects.length === 0 ? 0 : this.log.countRaised(effects, now);
      this.alerts += alerts;
      day.alerts += alerts;
    }
    if (isStopped(outcome)) {
      this.stopped[label ?? 'none'] += 1;
      day.stopped += 1;
      this.amounts.add(context['amount'], context['currency']);
    }
    this.digest.add(this.lineCache.lineFor(id, outcome));
  }

  labelledHits(rule: number, label: Label): number {
    return this.hitsByLabel[label][rule] as number;
  }

  /** Returns the figures. To be called once, at the end. */
  toFigures(span: ReportPeriod, minutesPerAlert: number): SideFigures {
    const alertsPerDay = perDay(this.alerts, span);
    return {
      ruleSetVersion: this.set.version,
      decisions: { ...this.decisions },
      unknown: this.unknown,
      alerts: this.alerts,
      alertsPerDay,
      analystHoursPerDay: perDay((this.alerts * minutesPerAlert) / 60, span),
      labels: this.labels(span),
      stopped: this.amounts.result(),
      perDay: this.perDay(),
      outcomeHash: this.digest.result(),
    };
  }

  state(): SideTallyState {
    const { decisions, stopped, hitsByLabel, days, unknown, alerts } = this;
    return {
      ruleHits: [...this.ruleHits],
      ruleUnknown: [...this.ruleUnknown],
      dailyHits: this.dailyHits.state(),
      decisions: { ...decisions },
      stopped: { ...stopped },
      hitsByLabel: { fraud: [...hitsByLabel.fraud], cleared: [...hitsByLabel.cleared] },
      amounts: this.amounts.result(),
      log: this.log.state(),
      days: [...days].map(([day, figures]) => [day, { ...figures }]),
      digest: this.digest.state(),
      unknown,
      alerts,
    };
  }

  /** Adds the counts of the part that follows. */
  merge(state: SideTallyState): void {
    addCounts(this.ruleHits, state.ruleHits);
    addCounts(this.ruleUnknown, state.ruleUnknown);
    this.dailyHits.merge(state.dailyHits);
    addCounts(this.hitsByLabel.fraud, state.hitsByLabel.fraud);
    addCounts(this.hitsByLabel.cleared, state.hitsByLabel.cleared);
    for (const decision of Object.keys(this.decisions) as Decision[])
      this.decisions[decision] += state.decisions[decision];
    for (const label of ['fraud', 'cleared', 'none'] as const) this.stopped[label] += state.stopped[label];
    this.amounts.merge(state.amounts);
    for (const [number, figures] of state.days) {
      const day = this.dayOf(number);
      for (const key of ['records', 'stopped', 'alerts', 'unknown'] as const) day[key] += figures[key];
    }
    this.unknown += state.unknown;
    this.alerts += state.alerts;
    for (const time of this.log.merge(state.log)) {
      this.alerts += 1;
      this.day(time).alerts += 1;
    }
    this.digest.merge(state.digest);
  }

  private labels({ labelled }: ReportPeriod): LabelFigures {
    const { fraud: caught, cleared: falseAlarms, none: unlabelled } = this.stopped;
    return {
      fraud: labelled.fraud,
      caught,
      falseAlarms,
      unlabelled,
      precision: share(caught, caught + falseAlarms),
      recall: share(caught, labelled.fraud),
    };
  }

  private perDay(): readonly DayFigures[] {
    const sorted = [...this.days].sort(([a], [b]) => a - b);
    return sorted.map(([day, figures]) => ({ date: dateText(day * dayMs), ...figures }));
  }

  private day(now: number): Day {
    return this.dayOf(Math.floor(now / dayMs));
  }

  private dayOf(number: number): Day {
    const known = this.days.get(number);
    if (known) return known;
    const made = { records: 0, stopped: 0, alerts: 0, unknown: 0 };
    this.days.set(number, made);
    return made;
  }
}
