import { Injectable } from '@nestjs/common';

import {
  searchPattern,
  searchSql,
  SqlConditions,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import { itemColumns, type ItemRow } from '../persistence/item-row.js';
import { findCategories, itemsAtRevision } from '../persistence/list-items-reader.js';

export interface ItemFilter {
  /** Page number, starting at 1. */
  readonly page: number;
  readonly limit: number;
  /** Part of the primary value or of a search key. */
  readonly search?: string;
  readonly category?: string;
  /** At most the current revision of the list. Defaults to the list as it is now. */
  readonly revision?: number;
}

export interface ItemPage<Part> {
  /** Converted items in order, in portions. */
  readonly parts: readonly Part[];
  readonly total: number;
  /** Categories on the current list, regardless of the filter, up to the maximum number in a response. */
  readonly categories: readonly string[];
}

@Injectable()
export class ListItems {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Returns one page of a list's items, ordered by value. `convert` is called for a few rows at a time, so that other requests are served
   * between two portions of a large page.
   */
  async list<Part>(
    list: DataListRow,
    filter: ItemFilter,
    convert: (rows: readonly ItemRow[]) => Part,
  ): Promise<ItemPage<Part>> {
    const { organizationId, id } = list;
    const { page, limit, search, category, revision } = filter;
    const client = this.database.forOrganization(organizationId);
    const source = itemSource(organizationId, id, revision);
    const { conditions } = source;
    conditions
      .add('category = ?', category)
      .add(
        `${searchSql(source.primaryValue)} or exists (select 1 from unnest(${source.searchKeys}) as key where ${searchSql('key')})`,
        searchPattern(search),
      );
    const isWhole = search === undefined && category === undefined && revision === undefined;
    const total = isWhole ? list.itemCount : await this.count(source);
    const categories = await findCategories(client, organizationId, id);
    const text = `select ${source.columns} from ${source.from} where ${conditions.where} order by ${source.order}
       limit ${conditions.bind(limit)} offset ${conditions.bind((page - 1) * limit)}`;
    if (limit > limits.listItemsAtOnce) {
      const parts = await this.database.transaction(organizationId, (transaction) =>
        queryInParts(transaction, { text, values: conditions.values }, convert),
      );
      return { parts, total, categories };
    }
    const { rows } = await client.query<ItemRow>(text, conditions.values);
    return { parts: [convert(rows)], total, categories };
  }

  private async count({ from, conditions }: ItemSource): Promise<number> {
    const { rows } = await this.database
      .forOrganization(conditions.values[0] as string)
      .query<{ total: number }>(
        `select count(*)::int as total from ${from} where ${conditions.where}`,
        conditions.values,
      );
    return rows[0]!.total;
  }
}

/** Reads the rows of a query, `limits.listItemsAtOnce` at a time. */
async function queryInParts<Part>(
  transaction: Transaction,
  { text, values }: { readonly text: string; readonly values: unknown[] },
  convert: (rows: readonly ItemRow[]) => Part,
): Promise<readonly Part[]> {
  await transaction.query(`declare page no scroll cursor for ${text}`, values);
  const parts: Part[] = [];
  for (;;) {
    const { rows } = await transaction.query<ItemRow>(`fetch ${limits.listItemsAtOnce} from page`);
    if (rows.length > 0) parts.push(convert(rows));
    if (rows.length < limits.listItemsAtOnce) return parts;
  }
}

/** Columns with the members of `ItemRow`. */
const shownColumns = `id, "listId", "primaryValue", "secondaryValue", "searchKeys", category, "riskScore", severity, reason,
  "sourceReference", "itemData", metadata, "isActive", "expiresAt", "addedBy", "createdBy", "createdAt", "updatedAt"`;

/** Where the current items of a list, or those of a past revision, are stored, and the names of their columns there. */
interface ItemSource {
  readonly from: string;
  readonly columns: string;
  readonly primaryValue: string;
  readonly searchKeys: string;
  readonly order: string;
  readonly conditions: SqlConditions;
}

function itemSource(organizationId: string, listId: string, revision: number | undefined): ItemSource {
  const conditions = new SqlConditions(organizationId).add('list_id = ?', listId);
  if (revision === undefined) {
    return {
      from: 'data_list_items',
      columns: itemColumns,
      primaryValue: 'primary_value',
      searchKeys: 'search_keys',
      order: 'normalized_primary_value',
      conditions,
    };
  }
  conditions.bind(revision);
  return {
    from: `${itemsAtRevision} as items`,
    columns: shownColumns,
    primaryValue: '"primaryValue"',
    searchKeys: '"searchKeys"',
    order: 'normalized',
    conditions,
  };
}
