import type { Provider } from '@tamis/enrichment';

/** Providers of this server: those of all known ones that are enabled by a setting. */
export class Providers {
  private readonly known: Provider[];
  /** `null` for all of them. */
  private readonly selected: readonly string[] | null;

  /** `selection`: `all`, `off` or comma-separated codes. */
  constructor(providers: readonly Provider[], selection: string) {
    this.known = [...providers];
    this.selected = selection === 'all' ? null : selection === 'off' ? [] : selection.split(/\s*,\s*/);
  }

  /** Sorted by code, including those disabled by the setting. */
  get declared(): readonly Provider[] {
    return [...this.known].sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  /** Sorted by code. */
  get all(): readonly Provider[] {
    return this.declared.filter(({ code }) => this.isOn(code));
  }

  find(code: string): Provider | null {
    return this.isOn(code) ? (this.known.find((provider) => provider.code === code) ?? null) : null;
  }

  /** Adds a provider of a higher-level module, or one that is not part of the product. */
  add(provider: Provider): void {
    this.known.push(provider);
  }

  /** Returns codes in the setting for which there is no provider. */
  get unknownCodes(): readonly string[] {
    return (this.selected ?? []).filter((code) => !this.known.some((provider) => provider.code === code));
  }

  private isOn(code: string): boolean {
    return this.selected === null || this.selected.includes(code);
  }
}
