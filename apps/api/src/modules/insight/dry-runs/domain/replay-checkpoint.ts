import type { DryRunCheckpoint } from '@tamis/dry-run';

import type { CandidateTallyState } from './candidate-tally.js';
import type { MatchCollectorState } from './match-collector.js';
import type { Reproduction } from './reproduction.js';

/** What is stored is read by the form it was written in; a replay whose checkpoint has another form begins again. */
export const checkpointFormat = 2;

/** What is noted of one candidate beside its report. */
export interface CandidateRecorderState {
  readonly tally: CandidateTallyState;
  readonly matches: MatchCollectorState;
}

/** How far a replay had come, so that another process goes on from there. JSON. */
export interface ReplayCheckpoint {
  readonly form: number;
  /** Records to be replayed: another number says that the records are others, and the replay begins again. */
  readonly recordsTotal: number;
  readonly recordsDone: number;
  readonly run: DryRunCheckpoint;
  readonly notes: readonly CandidateRecorderState[];
  readonly reproduction: Reproduction;
}
