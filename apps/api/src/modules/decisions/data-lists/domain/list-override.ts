import type { DataReadResult, ListItem } from '@tamis/lang';

import { itemKeys, probeKeys } from './list-keys.js';
import type { ListType } from './list-enumerations.js';

interface LookupValue {
  readonly value: string;
  readonly isAddress?: boolean;
}

const byRiskDescending = (a: ListItem, b: ListItem): number =>
  (b.riskScore ?? -Infinity) - (a.riskScore ?? -Infinity) || (a.id < b.id ? -1 : 1);

/** Content of a list for one evaluation, instead of the stored items. */
export class ListOverride {
  private readonly byKey = new Map<string, ListItem[]>();

  constructor(
    readonly type: ListType,
    /** Active items, each with a unique id. */
    readonly items: readonly ListItem[],
  ) {
    for (const item of items)
      for (const key of itemKeys(type, [item.primaryValue, ...(item.searchKeys ?? [])])) {
        const known = this.byKey.get(key);
        if (known) known.push(item);
        else this.byKey.set(key, [item]);
      }
  }

  has(asked: LookupValue): boolean {
    return this.findMatches(asked).length > 0;
  }

  /** Chooses among several items as a stored list does: the one with the highest score, then the smallest id. */
  item(asked: LookupValue): DataReadResult {
    const [worst] = [...this.findMatches(asked)].sort(byRiskDescending);
    return worst ? { value: worst } : { cause: 'missing' };
  }

  private findMatches({ value, isAddress = false }: LookupValue): readonly ListItem[] {
    return probeKeys(value, isAddress).flatMap(({ key, addressListsOnly }) =>
      addressListsOnly && this.type !== 'ip_blocklist' ? [] : (this.byKey.get(key) ?? []),
    );
  }
}

/** Overrides by list id, in lower case. */
export type ListOverrides = ReadonlyMap<string, ListOverride>;
