import type { ListItem, RateTable, Target } from '@tamis/lang';
import type { JsonObject } from './json-object.js';

/** A record that arrived before the subject, as stored, entities linked to it included. */
export interface WorldRecord {
  /** `transactions`, `userEvents` … */
  readonly source: string;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly record: JsonObject;
}

/** Everything one case of a test may look at (language manual 8.2). */
export interface TestWorld {
  readonly target: Target;
  readonly now: number;
  /** The subject as stored, with the entities linked to it. */
  readonly context: JsonObject;
  /** Oldest first; equal times in the order of the text. Things without a time, such as relationships, stand first. */
  readonly records: readonly WorldRecord[];
  /** By list id: items that were given. Every other list exists and is empty. */
  readonly listItems: ReadonlyMap<string, readonly ListItem[]>;
  /** By function: what it was given, by first argument. */
  readonly functions: ReadonlyMap<string, Readonly<JsonObject>>;
  readonly rates: RateTable;
  /** Each name of an entity and its id. */
  readonly entities: ReadonlyMap<string, string>;
}

/** The organization of a test. */
export const testOrganization = { baseCurrency: 'USD', timezone: 'UTC' } as const;

/** 2026-01-15T12:00:00Z, a Thursday. */
export const defaultNow = Date.UTC(2026, 0, 15, 12);
