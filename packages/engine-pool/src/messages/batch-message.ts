import type { RuleSetContent, EvaluationScope } from '@tamis/engine';
import type { FaultTable } from '../faults/fault-plan.js';
import type { ListRevisionData } from '../lists/list-revision.js';

/** Data that an evaluating worker is started with. */
export interface WorkerInit {
  readonly progress: SharedArrayBuffer;
  readonly setBytes: number;
  readonly faults: FaultTable | null;
}

/** A message to a worker. Items are flat arrays, because sending objects costs several times as much. */
export interface BatchMessage {
  /** Slot of the progress. */
  readonly slot: number;
  /** Keys of rule sets, which items refer to by index. */
  readonly keys: readonly string[];
  readonly scopes: readonly Omit<EvaluationScope, 'now'>[];
  /** Keys of shared lists, for each combination that items refer to. */
  readonly lists: readonly (readonly string[])[];
  /** Three per item: context, facts, evaluation id. */
  readonly texts: readonly string[];
  /** Four per item: index of its key, of its scope and of its lists, and the logical time. */
  readonly numbers: readonly number[];
  /** Sets that this worker may lack. */
  readonly contents: readonly { readonly key: string; readonly content: RuleSetContent }[];
  /** Lists that this worker may lack. */
  readonly sharedLists: readonly ListRevisionData[];
  /** Whether each rule is first evaluated alone, so that a dying worker leaves behind which rule it was evaluating. */
  readonly ruleByRule: boolean;
  /** Keys of sets and lists that are no longer needed, in the order in which they were released. */
  readonly forget: readonly string[];
  /** Number of the last of these keys, counted from the start of the pool. */
  readonly forgetUpTo: number;
}

export const textsPerItem = 3;
export const numbersPerItem = 4;

/** A reply from a worker. */
export interface BatchReply {
  /** `workerState`, then the result of each item in order: `[status, run time in µs, length of its text, …]`. */
  readonly numbers: Float64Array;
  /** The concatenated texts of the items. */
  readonly text: string;
}

/** Positions in the numbers of a reply. */
export const workerState = {
  threadId: 0,
  sets: 1,
  setBytes: 2,
  evictions: 3,
  compilations: 4,
  lists: 5,
  forgotUpTo: 6,
  length: 7,
} as const;

/**
 * `lacking`: the item has to be sent again with set and lists. `invalid`: its set does not compile. `failed`: the evaluation threw. The
 * text of the last two contains the reason.
 */
export const itemStatus = { outcome: 0, lacking: 1, invalid: 2, failed: 3 } as const;

/**
 * Positions in the numbers of an item, relative to its start. The last five exist only with an outcome and are followed by the indexes of
 * the hits.
 */
export const itemField = {
  status: 0,
  runUs: 1,
  textLength: 2,
  totalScore: 3,
  riskScore: 4,
  riskLevel: 5,
  decision: 6,
  suggestion: 7,
  hits: 8,
  firstHit: 9,
} as const;
