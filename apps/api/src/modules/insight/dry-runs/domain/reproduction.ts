import type { SideOutcome } from '@tamis/dry-run';

import type { StoredEvaluation } from './stored-evaluation.js';

/** A run that came to something else than what is stored of it. */
export interface DifferingEvaluation {
  readonly recordId: string;
  readonly recorded: { readonly decision: string; readonly totalScore: number };
  readonly replayed: { readonly decision: string; readonly totalScore: number };
}

/** How the runs that one of the sides really decided came out once more. */
export interface Reproduction {
  readonly compared: number;
  readonly reproduced: number;
  readonly differing: number;
  /** The first ones. */
  readonly sample: readonly DifferingEvaluation[];
}

const maxSampleSize = 20;

/** Compares what a side makes of records with what is stored of the runs it decided at their time. */
export class ReproductionLog {
  private compared = 0;
  private differing = 0;
  private sample: readonly DifferingEvaluation[] = [];

  /** @param ruleIds of the side, in set order */
  record({ id, recorded }: StoredEvaluation, ruleIds: readonly string[], outcome: SideOutcome): void {
    if (!recorded) return;
    this.compared += 1;
    const { totalScore } = outcome;
    const [answered] = outcome.outcomes;
    const decision = answered?.decision ?? outcome.decision;
    const hits = (answered?.hits ?? []).map((index) => ruleIds[index] ?? '');
    const isSame =
      decision === recorded.decision &&
      totalScore === recorded.totalScore &&
      hits.length === recorded.hits.length &&
      hits.every((each) => recorded.hits.includes(each));
    if (isSame) return;
    this.differing += 1;
    if (this.sample.length >= maxSampleSize) return;
    const was = { decision: recorded.decision, totalScore: recorded.totalScore };
    this.sample = [...this.sample, { recordId: id, recorded: was, replayed: { decision, totalScore } }];
  }

  result(): Reproduction {
    const { compared, differing, sample } = this;
    return { compared, reproduced: compared - differing, differing, sample };
  }

  /** Goes on from what was found before. */
  restore({ compared, differing, sample }: Reproduction): void {
    this.compared = compared;
    this.differing = differing;
    this.sample = sample;
  }
}
