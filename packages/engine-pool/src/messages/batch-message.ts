import type { RuleSetContent, EvaluationScope } from '@tamis/engine';
import type { FaultTable } from '../faults/fault-plan.js';
import type { ListRevisionData } from '../lists/list-revision.js';

/** What a worker that evaluates is born with. */
export interface WorkerInit {
  readonly progress: SharedArrayBuffer;
  readonly setBytes: number;
  readonly faults: FaultTable | null;
}

/** To a worker: items as flat arrays, as objects cost several times as much to send. */
export interface BatchMessage {
  /** Of the progress. */
  readonly slot: number;
  /** Keys of rule sets; items name them by index. */
  readonly keys: readonly string[];
  readonly scopes: readonly Omit<EvaluationScope, 'now'>[];
  /** For each combination that items name: keys of shared lists. */
  readonly lists: readonly (readonly string[])[];
  /** Three an item: context, facts, evaluation id. */
  readonly texts: readonly string[];
  /** Four an item: index of its key, of its scope and of its lists, logical time. */
  readonly numbers: readonly number[];
  /** Sets this worker may lack. */
  readonly contents: readonly { readonly key: string; readonly content: RuleSetContent }[];
  /** Lists this worker may lack. */
  readonly sharedLists: readonly ListRevisionData[];
  /** Each rule is evaluated alone before all are: a worker that dies leaves behind at which. */
  readonly ruleByRule: boolean;
  /** Keys of sets and lists that nothing needs any more, in the order they were given up. */
  readonly forget: readonly string[];
  /** Number of the last of them, counted from the start of the pool. */
  readonly forgetUpTo: number;
}

export const textsPerItem = 3;
export const numbersPerItem = 4;

/** From a worker. */
export interface BatchReply {
  /** `workerState`, then what became of each item, in order: `[status, run time in µs, length of its text, …]`. */
  readonly numbers: Float64Array;
  /** The texts of the items, one after the other. */
  readonly text: string;
}

/** Places in the numbers of an answer. */
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
 * `lacking`: send the item again with set and lists. `invalid`: its set does not compile. `failed`: the evaluation threw. The
 * text of the last two says why.
 */
export const itemStatus = { outcome: 0, lacking: 1, invalid: 2, failed: 3 } as const;

/** Places in the numbers of an item, from its start; the last five only with an outcome, then the indexes of the hits. */
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
