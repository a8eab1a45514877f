import type { ListItem } from '@tamis/lang';
import { addressBlockText, blocksAround, listKey } from '@tamis/library';

/** Returns all keys by which an item can be found: its keys as text, and the address blocks it names. */
function indexKeys(type: string, { primaryValue, searchKeys = [] }: ListItem): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const text of [primaryValue, ...searchKeys]) {
    keys.add(`t:${listKey(type, text)}`);
    const block = addressBlockText(text);
    if (block !== null) keys.add(`i:${block}`);
  }
  return keys;
}

/** One list as of the current event, with its items by the keys that find them. */
export class ReplayedList {
  private readonly items = new Map<string, ListItem>();
  private readonly byKey = new Map<string, Map<string, ListItem>>();
  /** Rebuilt after a change. */
  private inOrder: readonly ListItem[] | null = null;

  constructor(readonly type: string) {}

  /** Adds an item, replacing the one with the same id. */
  add(item: ListItem): void {
    const before = this.items.get(item.id);
    if (before) this.removeFromIndex(before);
    this.items.set(item.id, item);
    this.inOrder = null;
    for (const key of indexKeys(this.type, item)) {
      const found = this.byKey.get(key);
      if (found) found.set(item.id, item);
      else this.byKey.set(key, new Map([[item.id, item]]));
    }
  }

  remove(id: string): void {
    const item = this.items.get(id);
    if (!item) return;
    this.removeFromIndex(item);
    this.items.delete(id);
    this.inOrder = null;
  }

  getItems(): readonly ListItem[] {
    return (this.inOrder ??= [...this.items.values()]);
  }

  /** Returns at least the items that represent a value; the caller must check each of them. */
  candidatesFor({ value, isAddress }: { readonly value: string; readonly isAddress: boolean }): readonly ListItem[] {
    const found = new Map<string, ListItem>();
    const isBlock = isAddress || this.type === 'ip_blocklist';
    const keys = [
      `t:${listKey(this.type, value)}`,
      ...(isBlock ? blocksAround(value).map((block) => `i:${block}`) : []),
    ];
    for (const key of keys) for (const [id, item] of this.byKey.get(key) ?? []) found.set(id, item);
    return [...found.values()];
  }

  private removeFromIndex(item: ListItem): void {
    for (const key of indexKeys(this.type, item)) {
      const found = this.byKey.get(key);
      found?.delete(item.id);
      if (found?.size === 0) this.byKey.delete(key);
    }
  }
}
