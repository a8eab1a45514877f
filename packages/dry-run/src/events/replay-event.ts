import type { Context, Facts, RecordSource, EvaluationScope, StoredRecord } from '@tamis/engine';
import type { ListItem } from '@tamis/lang';

/** The known result for a record: confirmed fraud, or cleared. */
export type Label = 'fraud' | 'cleared';

/** A trigger as it occurred: rules are evaluated on the record as it was then. */
export interface EvaluationEvent extends EvaluationScope {
  readonly kind: 'run';
  /** The id of the record, by which matches and samples are distinguished and ordered. */
  readonly id: string;
  /** The stored record with its linked entities, in the evaluated version. */
  readonly context: Context;
  readonly label?: Label | null;
  /** The results of screenings for the record, by `canonicalJson` of the read. Omitted ones are unknown. */
  readonly screened?: NonNullable<Facts['reads']>;
}

/** The arrival of a record, or of a new version of one, without an evaluation: history before the period, alerts, relationships. */
export interface RecordEvent {
  readonly kind: 'record';
  readonly source: RecordSource;
  readonly record: StoredRecord;
}

/** A change of a list. `add` replaces items with the same id; `remove` contains ids of items. */
export interface ListChange {
  readonly kind: 'list';
  readonly listId: string;
  /** The type of the list: `custom`, `ip_blocklist` and so on. */
  readonly type: string;
  readonly add?: readonly ListItem[];
  readonly remove?: readonly string[];
  /** The author of the addition: with an overlay, sides do not see what recorded rules added in the period. Defaults to a person. */
  readonly by?: 'person' | 'rule';
}

/**
 * A change of the status of an entity. Sides with an overlay do not see changes by recorded rules in the period; others only use records.
 */
export interface StatusChange {
  readonly kind: 'status';
  readonly entityId: string;
  readonly from: string;
  readonly to: string;
  readonly by: 'person' | 'rule';
}

/** One event. Events are in the order of arrival: each can use all previous ones, regardless of their times. */
export type ReplayEvent = EvaluationEvent | RecordEvent | ListChange | StatusChange;
