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

/** The organization's rates. Pure JSON. */
export interface RateTable {
  /** Through which a pair without a quote of its own goes. */
  readonly referenceCurrency: string;
  /** An older quote counts as none. */
  readonly maxAgeDays: number;
  readonly quotes: readonly RateQuote[];
  /** Those of somebody else, for what the quotes above come to no rate for. */
  readonly provided?: ProvidedRates;
}

export interface ProvidedRates {
  /** Through which a pair that has no quote here goes. */
  readonly referenceCurrency: string;
  readonly quotes: readonly RateQuote[];
}

export interface DataList {
  readonly type: string;
  /** Active, unexpired items. */
  readonly items: readonly ListItem[];
}

/** What a run may read, as plain tables. Pure JSON. A table that is left out is not loaded. */
export interface DataTables {
  readonly rates?: RateTable;
  /** By table (`ipCountry`, `ipFlag:vpn`), then key. Tables of yes and no (`ipFlag:…`, `is…`) answer `false` for keys they lack. */
  readonly reference?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Active lists by id. */
  readonly lists?: Readonly<Record<string, DataList>>;
  /** By entity id; an entity that is left out was never screened. */
  readonly screenings?: Readonly<Record<string, Screening>>;
  /** By name, whatever its country and birth; a name that is left out is on no list. */
  readonly names?: Readonly<Record<string, Screening>>;
  /** By kind, then value: RFC 3339. */
  readonly seen?: Readonly<Partial<Record<SeenKind, Readonly<Record<string, string>>>>>;
  /** By JSON path, then value: entity and when, milliseconds since 1970 UTC. */
  readonly sharing?: Readonly<Record<string, Readonly<Record<string, readonly (readonly [string, number])[]>>>>;
  /** By entity id: worst score within 1, 2 and 3 hops, or null for more than 1,000 nodes. */
  readonly networks?: Readonly<Record<string, readonly (number | null)[]>>;
}
