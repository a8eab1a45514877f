import type { ListItem, RateTable, Target } from '@tamis/lang';
import type { JsonObject } from './json-object.js';

/** A stored record that arrived before the subject, including linked entities. */
export interface WorldRecord {
  /** `transactions`, `userEvents` and so on. */
  readonly source: string;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly record: JsonObject;
}

/** Everything that one case of a test can read (language manual 8.2). */
export interface TestWorld {
  readonly target: Target;
  readonly now: number;
  /** The stored subject, with the entities linked to it. */
  readonly context: JsonObject;
  /** Records oldest first; those with equal times are in text order. Records without a time, such as relationships, come first. */
  readonly records: readonly WorldRecord[];
  /** The given items by list id. Every other list exists and is empty. */
  readonly listItems: ReadonlyMap<string, readonly ListItem[]>;
  /** The given values by function and first argument. */
  readonly functions: ReadonlyMap<string, Readonly<JsonObject>>;
  readonly rates: RateTable;
  /** The id of each named entity. */
  readonly entities: ReadonlyMap<string, string>;
}

/** The organization of every test. */
export const testOrganization = { baseCurrency: 'USD', timezone: 'UTC' } as const;

/** 2026-01-15T12:00:00Z, a Thursday. */
export const defaultNow = Date.UTC(2026, 0, 15, 12);
