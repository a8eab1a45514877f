import type { Context, Facts, RecordSource, EvaluationScope, StoredRecord } from '@tamis/engine';
import type { ListItem } from '@tamis/lang';

/** What became of a record, as far as somebody looked: confirmed, or found to be nothing. */
export type Label = 'fraud' | 'cleared';

/** A trigger as it happened: rules are evaluated on the record as it was then. */
export interface EvaluationEvent extends EvaluationScope {
  readonly kind: 'run';
  /** Of the record; matches and samples are told apart and ordered by it. */
  readonly id: string;
  /** The stored record with its linked entities, in the version that was evaluated. */
  readonly context: Context;
  readonly label?: Label | null;
  /** What screenings told it, by `canonicalJson` of the read. What is left out is unknown. */
  readonly screened?: NonNullable<Facts['reads']>;
}

/** A record arrives, or a new version of one, and no rule is evaluated: history before the period, alerts, relationships. */
export interface RecordEvent {
  readonly kind: 'record';
  readonly source: RecordSource;
  readonly record: StoredRecord;
}

/** A list changes. `add` replaces items with the same id; `remove` takes ids of items. */
export interface ListChange {
  readonly kind: 'list';
  readonly listId: string;
  /** Of the list: `custom`, `ip_blocklist` … */
  readonly type: string;
  readonly add?: readonly ListItem[];
  readonly remove?: readonly string[];
  /** Who added: with an overlay, sides do not see what recorded rules added in the period. Left out: a person. */
  readonly by?: 'person' | 'rule';
}

/** The status of an entity moves. Sides with an overlay do not see what recorded rules did in the period; others ask records alone. */
export interface StatusChange {
  readonly kind: 'status';
  readonly entityId: string;
  readonly from: string;
  readonly to: string;
  readonly by: 'person' | 'rule';
}

/** One thing that happened. Events come in the order of arrival: each sees what came before it, whatever the times say. */
export type ReplayEvent = EvaluationEvent | RecordEvent | ListChange | StatusChange;
