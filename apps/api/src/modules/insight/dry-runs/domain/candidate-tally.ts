import { AlertLog, type AlertLogState, type SideOutcome } from '@tamis/dry-run';

import { segmentsOf } from './segments.js';
import type { StoredEvaluation } from './stored-evaluation.js';

const dayMs = 86_400_000;

/** Records of a group on which only rules of the candidate hit, or only rules of the baseline. */
export interface SegmentFigures {
  readonly dimension: string;
  readonly value: string;
  readonly gained: number;
  readonly lost: number;
  /** Share of all such records, 0 to 1. */
  readonly share: number;
}

/** Hits of the candidate's rules on one UTC day. */
export interface DailyRuleHits {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly records: number;
  /** By rule key; zeros are omitted. */
  readonly hits: Readonly<Record<string, number>>;
}

/** Number of items that the candidate would have added to a list. */
export interface ListAdditions {
  readonly listId: string;
  readonly wouldAdd: number;
}

export interface CandidateFigures {
  readonly segments: readonly SegmentFigures[];
  readonly days: readonly DailyRuleHits[];
  readonly lists: readonly ListAdditions[];
  /** Alerts of each rule after applying `once per`, by rule key. */
  readonly alerts: Readonly<Record<string, number>>;
}

/** JSON form. Maps are stored as pairs. */
export interface CandidateTallyState {
  readonly segments: readonly (readonly [string, { readonly gained: number; readonly lost: number }])[];
  readonly days: readonly (readonly [
    number,
    { readonly records: number; readonly hits: readonly (readonly [string, number])[] },
  ])[];
  readonly lists: readonly (readonly [string, number])[];
  readonly log: AlertLogState;
  readonly alerts: readonly (readonly [string, number])[];
  readonly changed: number;
}

/** Computes figures that are not in the report of a replay. */
export class CandidateTally {
  private readonly segments = new Map<string, { gained: number; lost: number }>();
  private readonly days = new Map<number, { records: number; hits: Map<string, number> }>();
  private readonly lists = new Map<string, number>();
  private readonly log = new AlertLog();
  private readonly alerts = new Map<string, number>();
  private changed = 0;

  constructor(private readonly keys: { readonly candidate: readonly string[]; readonly baseline: readonly string[] }) {}

  add(run: StoredEvaluation, candidate: SideOutcome, baseline: SideOutcome | null): void {
    this.recordDay(run.now, candidate);
    this.recordEffects(run.now, candidate);
    const before = new Set((baseline?.hits ?? []).map((index) => this.keys.baseline[index]));
    const after = new Set(candidate.hits.map((index) => this.keys.candidate[index]));
    const gained = [...after].some((key) => !before.has(key));
    const lost = [...before].some((key) => !after.has(key));
    if (!gained && !lost) return;
    this.changed += 1;
    for (const segment of segmentsOf(run)) {
      const figures = this.segments.get(segment) ?? { gained: 0, lost: 0 };
      if (gained) figures.gained += 1;
      if (lost) figures.lost += 1;
      this.segments.set(segment, figures);
    }
  }

  figures(): CandidateFigures {
    return {
      segments: [...this.segments]
        .map(([segment, { gained, lost }]) => {
          const colon = segment.indexOf(':');
          const share = Math.round((Math.max(gained, lost) / this.changed) * 10_000) / 10_000;
          return { dimension: segment.slice(0, colon), value: segment.slice(colon + 1), gained, lost, share };
        })
        .sort((a, b) => b.gained + b.lost - (a.gained + a.lost) || (a.value < b.value ? -1 : 1)),
      days: [...this.days]
        .sort(([a], [b]) => a - b)
        .map(([day, { records, hits }]) => ({
          date: new Date(day * dayMs).toISOString().slice(0, 10),
          records,
          hits: Object.fromEntries([...hits].sort(([a], [b]) => (a < b ? -1 : 1))),
        })),
      lists: [...this.lists]
        .map(([listId, wouldAdd]) => ({ listId, wouldAdd }))
        .sort((a, b) => (a.listId < b.listId ? -1 : 1)),
      alerts: Object.fromEntries([...this.alerts].sort(([a], [b]) => (a < b ? -1 : 1))),
    };
  }

  state(): CandidateTallyState {
    return {
      segments: [...this.segments].map(([segment, figures]) => [segment, { ...figures }]),
      days: [...this.days].map(([day, { records, hits }]) => [day, { records, hits: [...hits] }]),
      lists: [...this.lists],
      log: this.log.state(),
      alerts: [...this.alerts],
      changed: this.changed,
    };
  }

  /** Continues from a saved state. Must be called before anything is added. */
  restore({ segments, days, lists, log, alerts, changed }: CandidateTallyState): void {
    for (const [segment, figures] of segments) this.segments.set(segment, { ...figures });
    for (const [day, { records, hits }] of days) this.days.set(day, { records, hits: new Map(hits) });
    for (const [listId, count] of lists) this.lists.set(listId, count);
    this.log.merge(log);
    for (const [key, count] of alerts) this.alerts.set(key, count);
    this.changed = changed;
  }

  private recordEffects(now: number, { outcomes: runs }: SideOutcome): void {
    for (const effect of runs.flatMap(({ effects }) => effects)) {
      if (effect.kind === 'addToList' && effect.mode === 'apply' && effect.skipped === null)
        this.lists.set(effect.listId, (this.lists.get(effect.listId) ?? 0) + 1);
      const alerts = this.log.countRaised([effect], now);
      if (alerts > 0) this.alerts.set(effect.rule, (this.alerts.get(effect.rule) ?? 0) + alerts);
    }
  }

  private recordDay(now: number, { hits }: SideOutcome): void {
    const number = Math.floor(now / dayMs);
    const day = this.days.get(number) ?? { records: 0, hits: new Map<string, number>() };
    day.records += 1;
    for (const rule of hits) {
      const key = this.keys.candidate[rule] as string;
      day.hits.set(key, (day.hits.get(key) ?? 0) + 1);
    }
    this.days.set(number, day);
  }
}
