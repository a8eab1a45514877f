import type { DataReadResult, DataList, DataRead, DataTables, ListItem, Screening } from '@tamis/lang';
import { compareText } from '../semantics/compare-text.js';
import { blockTest } from '../semantics/ip-block.js';
import { listKey } from '../semantics/list-key.js';
import { canonicalIp } from '@tamis/stdx';
import { emailParts } from '../semantics/email-parts.js';
import { onlyDigits } from '../semantics/only-digits.js';

const emailDomain = (text: string): string | null => emailParts(text)?.domain.toLowerCase() ?? null;

/** Converts the first argument of a function to the key of its reference table. */
const keys: Readonly<Record<string, (argument: string) => string | null>> = {
  isFreeEmail: emailDomain,
  isDisposableEmail: emailDomain,
  binCountry: (text) => onlyDigits(text).slice(0, 8),
  binBrand: (text) => onlyDigits(text).slice(0, 8),
  ipCountry: canonicalIp,
  ipAsn: canonicalIp,
  ipFlag: canonicalIp,
};

/**
 * Returns the key of reference data for an argument of a function: the domain of an email address, the first eight digits of a card, an IP
 * address in canonical form. `null` if the argument is malformed.
 */
export const referenceKey = (functionName: string, argument: string): string | null =>
  Object.hasOwn(keys, functionName) ? (keys[functionName]?.(argument) ?? null) : argument;

const ownValue = <V>(record: Readonly<Record<string, V>> | undefined, key: string): V | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined;

const listUnavailable: DataReadResult = { cause: 'list_unavailable' };
const sourceUnavailable: DataReadResult = { cause: 'source_unavailable' };
const nobody: Screening = { hits: 0, topScore: 0, lists: [] };

/** Whether the item matches the value. Blocks of addresses count in address lists, and in all lists if the value is an address. */
function isMatch(
  { type }: DataList,
  item: ListItem,
  { value, isAddress }: { value: string; isAddress: boolean },
): boolean {
  const texts = [item.primaryValue, ...(item.searchKeys ?? [])];
  if ((isAddress || type === 'ip_blocklist') && texts.some((text) => blockTest(text)?.(value) === true)) return true;
  const key = listKey(type, value);
  return type !== 'ip_blocklist' && key !== '' && texts.some((text) => listKey(type, text) === key);
}

const byScoreThenId = (a: ListItem, b: ListItem): number =>
  (b.riskScore ?? -Infinity) - (a.riskScore ?? -Infinity) || compareText(a.id, b.id);

function fromList(request: Extract<DataRead, { listId: string }>, list: DataList | undefined): DataReadResult {
  if (!list) return listUnavailable;
  switch (request.kind) {
    case 'listSize':
      return { value: list.items.length };
    case 'listItems':
      return { value: [...list.items].sort((a, b) => compareText(a.id, b.id)) };
    case 'listed':
      return { value: list.items.some((item) => isMatch(list, item, request)) };
    case 'listItem': {
      const [best] = list.items.filter((item) => isMatch(list, item, request)).sort(byScoreThenId);
      return best ? { value: best } : { cause: 'missing' };
    }
  }
}

function fromReference(table: string, argument: string, tables: DataTables): DataReadResult {
  const rows = ownValue(tables.reference, table);
  if (!rows) return { cause: table.startsWith('isHoliday') ? 'no_calendar' : 'source_unavailable' };
  const value = ownValue(rows, argument);
  if (value !== undefined) return { value };
  return table.includes(':') || table.startsWith('is') ? { value: false } : { cause: 'not_in_data' };
}

function sharedWith(
  request: Extract<DataRead, { kind: 'sharedWith' }>,
  tables: DataTables,
  now: number,
): DataReadResult {
  if (!tables.sharing) return sourceUnavailable;
  const uses = ownValue(ownValue(tables.sharing, request.path), request.value) ?? [];
  const inWindow = uses.filter(([id, at]) => id !== request.entityId && at > request.from && at <= now);
  return { value: new Set(inWindow.map(([id]) => id)).size };
}

/** Returns results from tables in memory: for rule tests, the reference evaluator and the examples of the manual. */
export function lookUpInTables(tables: DataTables, now: number): (request: DataRead) => DataReadResult {
  return (request) => {
    switch (request.kind) {
      case 'reference':
        return fromReference(request.table, request.argument, tables);
      case 'listed':
      case 'listItem':
      case 'listItems':
      case 'listSize':
        return fromList(request, ownValue(tables.lists, request.listId));
      case 'listedInType': {
        const lists = Object.values(tables.lists ?? {}).filter(({ type }) => type === request.listType);
        if (lists.length === 0) return listUnavailable;
        return { value: lists.some((list) => list.items.some((item) => isMatch(list, item, request))) };
      }
      case 'screening': {
        const screening = ownValue(tables.screenings, request.entityId);
        return screening ? { value: screening } : { cause: 'not_screened' };
      }
      case 'screenedName':
        return tables.names ? { value: ownValue(tables.names, request.name) ?? nobody } : sourceUnavailable;
      case 'firstSeen': {
        if (!tables.seen) return sourceUnavailable;
        const first = ownValue(tables.seen[request.seen], request.value);
        return first === undefined ? { cause: 'missing' } : { value: first };
      }
      case 'sharedWith':
        return sharedWith(request, tables, now);
      case 'networkRisk': {
        if (!tables.networks) return sourceUnavailable;
        const worst = ownValue(tables.networks, request.entityId)?.[request.hops - 1];
        return worst === undefined ? { value: 0 } : worst === null ? { cause: 'too_many_nodes' } : { value: worst };
      }
    }
  };
}
