import type { Run, RuleSetContent, RunOutcome } from '@tamis/engine';

/** One evaluation inside a message. */
export interface PoolItem {
  readonly key: string;
  readonly contextJson: string;
  readonly factsJson: string;
  readonly run: Run;
}

/** To a worker. */
export interface BatchMessage {
  readonly items: readonly PoolItem[];
  /** Sets this worker may lack, by key. */
  readonly sets: readonly { readonly key: string; readonly content: RuleSetContent }[];
  /** One 32-bit counter, shared: how many items the worker has begun. The main thread sees by it where a worker is stuck. */
  readonly begun: SharedArrayBuffer;
}

/** What became of one item, in the order of the message. */
export type ItemAnswer =
  | { readonly kind: 'outcome'; readonly outcome: RunOutcome }
  /** The worker has no set under that key: send the item again, with the content. */
  | { readonly kind: 'lacking' }
  | { readonly kind: 'invalid'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string };
