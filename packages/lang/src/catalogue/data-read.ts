import type { CauseName } from '../values/unknown.js';

/** Kinds of values that `firstSeen` supports. */
export const seenKinds = ['card', 'device', 'ip', 'email', 'payee'] as const;
export type SeenKind = (typeof seenKinds)[number];

/** A value looked up in a data list. With `isAddress`, it matches address blocks on every list, not only on address lists. */
interface Probe {
  readonly value: string;
  readonly isAddress: boolean;
}

/**
 * Something an evaluation reads besides operands, records and rates. Plain JSON; equal reads have equal canonical JSON. The result is what
 * the data contained when the facts of the evaluation were gathered.
 */
export type DataRead =
  /** `ipCountry`, `ipFlag:vpn`, `binBrand`, `isHoliday` …: a table of reference data and its key. */
  | { readonly kind: 'reference'; readonly table: string; readonly argument: string }
  /** → true or false. */
  | ({ readonly kind: 'listed'; readonly listId: string } & Probe)
  /** Searches all active lists of a type → true or false. */
  | ({ readonly kind: 'listedInType'; readonly listType: string } & Probe)
  /** → `ListItem`: the matching item with the highest score, then the smallest id. */
  | ({ readonly kind: 'listItem'; readonly listId: string } & Probe)
  /** → number of active items. */
  | { readonly kind: 'listSize'; readonly listId: string }
  /** → `ListItem[]`: the active items, by id. */
  | { readonly kind: 'listItems'; readonly listId: string }
  /** → `Screening`. */
  | { readonly kind: 'screening'; readonly entityId: string }
  /** A name that does not belong to an entity, with `country` and `born` if known → `Screening`. */
  | { readonly kind: 'screenedName'; readonly name: string; readonly country?: string; readonly born?: string }
  /** When a value was first seen before the current event → RFC 3339. */
  | { readonly kind: 'firstSeen'; readonly seen: SeenKind; readonly value: string }
  /** Number of entities other than `entityId` that had this value at the record's JSON path in (from, now] → number. */
  | {
      readonly kind: 'sharedWith';
      readonly path: string;
      readonly value: string;
      readonly entityId: string | null;
      /** Milliseconds since 1970 UTC. */
      readonly from: number;
    }
  /** Worst risk score within this many hops → number. */
  | { readonly kind: 'networkRisk'; readonly entityId: string; readonly hops: number };

/** A list that was read, with its revision at that time. */
export interface ListState {
  readonly listId: string;
  readonly revision: number;
  /** Id of the item that determined the result. */
  readonly itemId?: string;
}

/**
 * A JSON value, or the reason why there is none. To explain or repeat the result, it includes the lists that were searched, and the version
 * of the reference data, or of each watchlist by its code.
 */
export type DataReadResult = ({ readonly value: unknown } | { readonly cause: CauseName; readonly detail?: string }) & {
  readonly lists?: readonly ListState[];
  readonly version?: string;
  readonly watchlists?: Readonly<Record<string, string>>;
};

/** An active, unexpired item of a data list, as returned by `lookup`. */
export interface ListItem {
  readonly id: string;
  readonly primaryValue: string;
  readonly searchKeys?: readonly string[];
  readonly category?: string | null;
  readonly riskScore?: number | null;
  readonly severity?: string | null;
  readonly reason?: string | null;
  readonly itemData?: Readonly<Record<string, unknown>> | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
}

/** Result of a screening; for an entity, the latest one. */
export interface Screening {
  readonly hits: number;
  readonly topScore: number;
  readonly lists: readonly string[];
}
