import type { SideOutcome } from '@tamis/dry-run';

import type { StoredEvaluation } from './stored-evaluation.js';

/** An evaluation whose replayed result differs from the stored one. */
export interface DifferingEvaluation {
  readonly recordId: string;
  readonly recorded: { readonly decision: string; readonly totalScore: number };
  readonly replayed: { readonly decision: string; readonly totalScore: number };
}

/** How many original evaluations of one of the sides were reproduced. */
export interface Reproduction {
  readonly compared: number;
  readonly reproduced: number;
  readonly differing: number;
  /** The first differing evaluations. */
  readonly sample: readonly DifferingEvaluation[];
}

const maxSampleSize = 20;

/** Compares the results of a side with those of the stored evaluations that it originally decided. */
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

  /** Continues from previous findings. */
  restore({ compared, differing, sample }: Reproduction): void {
    this.compared = compared;
    this.differing = differing;
    this.sample = sample;
  }
}
