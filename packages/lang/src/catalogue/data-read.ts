import type { CauseName } from '../values/unknown.js';

/** What `firstSeen` can be asked about. */
export const seenKinds = ['card', 'device', 'ip', 'email', 'payee'] as const;
export type SeenKind = (typeof seenKinds)[number];

/** A value looked up in a data list; `isAddress`: it matches blocks of addresses on every list, not on address lists alone. */
interface Probe {
  readonly value: string;
  readonly isAddress: boolean;
}

/**
 * One thing an evaluation reads besides operands, records and rates. Pure JSON; equal reads have equal canonical JSON. The
 * answer is what the data held at the moment the facts of the run were gathered.
 */
export type DataRead =
  /** `ipCountry`, `ipFlag:vpn`, `binBrand`, `isHoliday` …: a table of reference data and its key. */
  | { readonly kind: 'reference'; readonly table: string; readonly argument: string }
  /** → true or false. */
  | ({ readonly kind: 'listed'; readonly listId: string } & Probe)
  /** Over all active lists of a type → true or false. */
  | ({ readonly kind: 'listedInType'; readonly listType: string } & Probe)
  /** → `ListItem`, the matching one with the highest score, then the smallest id. */
  | ({ readonly kind: 'listItem'; readonly listId: string } & Probe)
  /** → number of active items. */
  | { readonly kind: 'listSize'; readonly listId: string }
  /** → `ListItem[]`, the active ones by id. */
  | { readonly kind: 'listItems'; readonly listId: string }
  /** → `Screening`. */
  | { readonly kind: 'screening'; readonly entityId: string }
  /** A name that is no entity, `country` and `born` where they are known → `Screening`. */
  | { readonly kind: 'screenedName'; readonly name: string; readonly country?: string; readonly born?: string }
  /** The first time a value was seen before the current event → RFC 3339. */
  | { readonly kind: 'firstSeen'; readonly seen: SeenKind; readonly value: string }
  /** Other entities than `entityId` with this value of the record's JSON path in (from, now] → number. */
  | {
      readonly kind: 'sharedWith';
      readonly path: string;
      readonly value: string;
      readonly entityId: string | null;
      /** Milliseconds since 1970 UTC. */
      readonly from: number;
    }
  /** Worst risk score within so many hops → number. */
  | { readonly kind: 'networkRisk'; readonly entityId: string; readonly hops: number };

/** A list that was looked into, as it was then. */
export interface ListState {
  readonly listId: string;
  readonly revision: number;
  /** The item that answered. */
  readonly itemId?: string;
}

/**
 * A JSON value, or why there is none. For who explains or repeats the answer: the lists where it was looked for, and the version of the
 * reference data, or of each watchlist by its code.
 */
export type DataReadResult = ({ readonly value: unknown } | { readonly cause: CauseName; readonly detail?: string }) & {
  readonly lists?: readonly ListState[];
  readonly version?: string;
  readonly watchlists?: Readonly<Record<string, string>>;
};

/** An active, unexpired item of a data list, as `lookup` shows it. */
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

/** What a screening found: of an entity, the latest one. */
export interface Screening {
  readonly hits: number;
  readonly topScore: number;
  readonly lists: readonly string[];
}
