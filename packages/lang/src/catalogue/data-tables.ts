import type { ListItem, Screening, SeenKind } from './data-read.js';

/** 1 `base` = `rate` `quote`, from `at` on. */
export interface RateQuote {
  readonly base: string;
  readonly quote: string;
  /** Milliseconds since 1970 UTC. */
  readonly at: number;
  /** Decimal text, greater than 0. */
  readonly rate: string;
}

/** Rates of the organization. Plain JSON. */
export interface RateTable {
  /** Currency through which a pair without its own quote is converted. */
  readonly referenceCurrency: string;
  /** Older quotes are ignored. */
  readonly maxAgeDays: number;
  readonly quotes: readonly RateQuote[];
  /** Rates of a provider, for pairs that cannot be converted with the quotes above. */
  readonly provided?: ProvidedRates;
}

export interface ProvidedRates {
  /** Currency through which a pair without a quote here is converted. */
  readonly referenceCurrency: string;
  readonly quotes: readonly RateQuote[];
}

export interface DataList {
  readonly type: string;
  /** Active, unexpired items. */
  readonly items: readonly ListItem[];
}

/** Data that an evaluation may read, as plain tables. Plain JSON. A table that is absent is not loaded. */
export interface DataTables {
  readonly rates?: RateTable;
  /** By table (`ipCountry`, `ipFlag:vpn`), then key. Boolean tables (`ipFlag:…`, `is…`) return `false` for missing keys. */
  readonly reference?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Active lists by id. */
  readonly lists?: Readonly<Record<string, DataList>>;
  /** By entity id; an entity that is absent was never screened. */
  readonly screenings?: Readonly<Record<string, Screening>>;
  /** By name, regardless of country and birth; a name that is absent is not on any list. */
  readonly names?: Readonly<Record<string, Screening>>;
  /** By kind, then value: RFC 3339. */
  readonly seen?: Readonly<Partial<Record<SeenKind, Readonly<Record<string, string>>>>>;
  /** By JSON path, then value: entity and time, in milliseconds since 1970 UTC. */
  readonly sharing?: Readonly<Record<string, Readonly<Record<string, readonly (readonly [string, number])[]>>>>;
  /** By entity id: worst score within 1, 2 and 3 hops, or null for more than 1,000 nodes. */
  readonly networks?: Readonly<Record<string, readonly (number | null)[]>>;
}
