import type { DataAnswer, ListItem } from '@tamis/lang';

import { itemKeys, probeKeys } from './list-keys.js';
import type { ListType } from './list-enumerations.js';

interface AskedValue {
  readonly value: string;
  readonly isAddress?: boolean;
}

const worstFirst = (a: ListItem, b: ListItem): number =>
  (b.riskScore ?? -Infinity) - (a.riskScore ?? -Infinity) || (a.id < b.id ? -1 : 1);

/** What a list holds for one run, whatever is stored of it. */
export class GivenList {
  private readonly byKey = new Map<string, ListItem[]>();

  constructor(
    readonly type: ListType,
    /** Active ones, each with an id of its own. */
    readonly items: readonly ListItem[],
  ) {
    for (const item of items)
      for (const key of itemKeys(type, [item.primaryValue, ...(item.searchKeys ?? [])])) {
        const known = this.byKey.get(key);
        if (known) known.push(item);
        else this.byKey.set(key, [item]);
      }
  }

  has(asked: AskedValue): boolean {
    return this.matching(asked).length > 0;
  }

  /** As a stored list would: of several items the one with the highest score, then the smallest id. */
  item(asked: AskedValue): DataAnswer {
    const [worst] = [...this.matching(asked)].sort(worstFirst);
    return worst ? { value: worst } : { cause: 'missing' };
  }

  private matching({ value, isAddress = false }: AskedValue): readonly ListItem[] {
    return probeKeys(value, isAddress).flatMap(({ key, addressListsOnly }) =>
      addressListsOnly && this.type !== 'ip_blocklist' ? [] : (this.byKey.get(key) ?? []),
    );
  }
}

/** By list id, in lower case. */
export type GivenLists = ReadonlyMap<string, GivenList>;
