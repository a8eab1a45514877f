import type { Lookup, LookupResult } from './lookup.js';
import { loadBorders } from './load-borders.js';
import { loadCalendars } from './load-calendars.js';
import { loadIpAsn, loadIpCountry, loadIpFlag } from './load-ip-tables.js';
import { loadDisposableMail, loadFreeMail } from './load-mail-domains.js';

/** By the function of rules that asks it: a calendar answers both of its functions by `isHoliday`. */
const loaders: Readonly<Record<string, () => Promise<Lookup>>> = {
  ipCountry: loadIpCountry,
  ipAsn: loadIpAsn,
  ipFlag: loadIpFlag,
  isFreeEmail: loadFreeMail,
  isDisposableEmail: loadDisposableMail,
  geoCountry: loadBorders,
  isHoliday: loadCalendars,
};

/** Functions of rules that this installation answers. */
export const answeredTables: readonly string[] = Object.keys(loaders);

/**
 * Reference data that come with the installation, each table loaded when it is first asked for and kept. `load` comes before `lookUp`,
 * which does not wait: what is not loaded by then, or cannot be, is unavailable.
 */
export class ReferenceData {
  private readonly loading = new Map<string, Promise<void>>();
  private readonly loaded = new Map<string, Lookup>();

  /** `failed` is told of a table that cannot be loaded; it is tried again the next time. */
  constructor(private readonly failed: (table: string, error: unknown) => void) {}

  /** Resolves when the tables are loaded, of those that there are. `names`: `ipCountry`, `ipFlag:hosting`, `isHoliday:BR` … */
  async load(names: Iterable<string>): Promise<void> {
    const wanted = new Set([...names].map((name) => split(name).table));
    const missing = [...wanted].filter((table) => Object.hasOwn(loaders, table) && !this.loaded.has(table));
    await Promise.all(missing.map((table) => this.loadOnce(table)));
  }

  lookUp(name: string, argument: string): LookupResult {
    const { table, detail } = split(name);
    return this.loaded.get(table)?.(argument, detail) ?? { cause: 'source_unavailable' };
  }

  private loadOnce(table: string): Promise<void> {
    const known = this.loading.get(table);
    if (known) return known;
    const loading = loaders[table]!()
      .then(
        (lookup) => void this.loaded.set(table, lookup),
        (error: unknown) => this.failed(table, error),
      )
      .finally(() => this.loading.delete(table));
    this.loading.set(table, loading);
    return loading;
  }
}

function split(name: string): { readonly table: string; readonly detail: string } {
  const [table = '', detail = ''] = name.split(':', 2);
  return { table, detail };
}
