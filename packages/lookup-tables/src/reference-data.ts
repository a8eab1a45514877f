import type { Lookup, LookupResult } from './lookup.js';
import { loadCalendars } from './load-calendars.js';
import { loadIpAsn, loadIpCountry, loadIpFlag } from './load-ip-tables.js';
import { dataFile, versionOf } from './data-files.js';
import { readFile } from 'node:fs/promises';

/** Loads a lookup of whether a domain, in lower case, is on the list of a package. */
async function loadDomains(name: string, path: string): Promise<Lookup> {
  const [version, text] = await Promise.all([versionOf(name), readFile(dataFile(name, path), 'utf8')]);
  const domains: ReadonlySet<string> = new Set(JSON.parse(text) as readonly string[]);
  return (domain) => ({ value: domains.has(domain), version });
}

const loadFreeMail = (): Promise<Lookup> => loadDomains('free-email-domains', 'domains.json');

const loadDisposableMail = (): Promise<Lookup> =>
  loadDomains('disposable-email-domains-js', 'dist/dict/disposable_email_blocklist.json');

/**
 * Loads a lookup of the country at a position such as `-34.6,-58.4`. As in addresses, a territory with its own code is returned under that
 * code.
 */
async function loadBorders(): Promise<Lookup> {
  const name = '@rapideditor/country-coder';
  const { iso1A2Code } = await import('@rapideditor/country-coder');
  const version = await versionOf(name, dataFile(name, '../package.json', name));
  return (place) => {
    const [latitude, longitude] = place.split(',').map(Number);
    const country = iso1A2Code([longitude!, latitude!], { level: 'territory' });
    return country === null ? { cause: 'not_in_data', version } : { value: country, version };
  };
}

/** Loaders by the rule function that uses them. The calendar serves both of its functions as `isHoliday`. */
const loaders: Readonly<Record<string, () => Promise<Lookup>>> = {
  ipCountry: loadIpCountry,
  ipAsn: loadIpAsn,
  ipFlag: loadIpFlag,
  isFreeEmail: loadFreeMail,
  isDisposableEmail: loadDisposableMail,
  geoCountry: loadBorders,
  isHoliday: loadCalendars,
};

/** Rule functions that this installation can compute. */
export const answeredTables: readonly string[] = Object.keys(loaders);

/**
 * Reference data that ships with the installation. Each table is loaded when it is first needed, and kept. Call `load` before `lookUp`,
 * which does not wait: a table that is not loaded by then, or cannot be loaded, is unavailable.
 */
export class ReferenceData {
  private readonly loading = new Map<string, Promise<void>>();
  private readonly loaded = new Map<string, Lookup>();

  /** `failed` is called with a table that cannot be loaded; loading it is tried again the next time. */
  constructor(private readonly failed: (table: string, error: unknown) => void) {}

  /**
   * Loads the tables with these names and resolves when they are loaded; unknown names are ignored. `names`: `ipCountry`, `ipFlag:hosting`,
   * `isHoliday:BR` …
   */
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
