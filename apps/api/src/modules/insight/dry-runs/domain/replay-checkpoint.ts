import type { DryRunCheckpoint } from '@tamis/dry-run';

import type { CandidateTallyState } from './candidate-tally.js';
import type { MatchCollectorState } from './match-collector.js';
import type { Reproduction } from './reproduction.js';

/** A checkpoint is readable only in the format in which it was written. A replay whose checkpoint has another format starts again. */
export const checkpointFormat = 2;

/** State of one candidate in addition to its report. */
export interface CandidateRecorderState {
  readonly tally: CandidateTallyState;
  readonly matches: MatchCollectorState;
}

/** Progress of a replay from which another process can continue. JSON. */
export interface ReplayCheckpoint {
  readonly form: number;
  /** Number of records to replay. If it differs, the records have changed and the replay starts again. */
  readonly recordsTotal: number;
  readonly recordsDone: number;
  readonly run: DryRunCheckpoint;
  readonly notes: readonly CandidateRecorderState[];
  readonly reproduction: Reproduction;
}
