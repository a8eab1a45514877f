import type { Provider } from '@tamis/enrichment';

/** The providers of this server: of all there are, those that a setting leaves on. */
export class Providers {
  private readonly known: Provider[];
  /** Null: all of them. */
  private readonly selected: readonly string[] | null;

  /** `selection`: `all`, `off` or codes with commas. */
  constructor(providers: readonly Provider[], selection: string) {
    this.known = [...providers];
    this.selected = selection === 'all' ? null : selection === 'off' ? [] : selection.split(/\s*,\s*/);
  }

  /** By their codes, with those that the setting leaves off. */
  get declared(): readonly Provider[] {
    return [...this.known].sort((a, b) => (a.code < b.code ? -1 : 1));
  }

  /** By their codes. */
  get all(): readonly Provider[] {
    return this.declared.filter(({ code }) => this.isOn(code));
  }

  find(code: string): Provider | null {
    return this.isOn(code) ? (this.known.find((provider) => provider.code === code) ?? null) : null;
  }

  /** One of a room above, or one that is no part of the product. */
  add(provider: Provider): void {
    this.known.push(provider);
  }

  /** What the setting names and nobody provides. */
  get unknownCodes(): readonly string[] {
    return (this.selected ?? []).filter((code) => !this.known.some((provider) => provider.code === code));
  }

  private isOn(code: string): boolean {
    return this.selected === null || this.selected.includes(code);
  }
}
