import { Injectable } from '@nestjs/common';

import { containsPattern, SqlConditions, TenantDatabase } from '../../../platform/database/index.js';
import type { ItemSeverity } from '../domain/list-enumerations.js';
import type { AddedBy } from '../domain/list-item.js';

export interface ItemFilter {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Part of the primary value or of a search key. */
  readonly search?: string;
  readonly category?: string;
}

/** `itemData` and `metadata` are JSON text. */
export interface ItemRow {
  readonly id: string;
  readonly listId: string;
  readonly primaryValue: string;
  readonly secondaryValue: string | null;
  readonly searchKeys: readonly string[];
  readonly category: string | null;
  readonly riskScore: number | null;
  readonly severity: ItemSeverity | null;
  readonly reason: string | null;
  readonly sourceReference: string | null;
  readonly itemData: string;
  readonly metadata: string;
  readonly isActive: boolean;
  readonly expiresAt: Date | null;
  readonly addedBy: AddedBy;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface ItemPage {
  readonly items: readonly ItemRow[];
  readonly total: number;
  /** Every category on the list, whatever the filter. */
  readonly categories: readonly string[];
}

const columns = `id, list_id as "listId", primary_value as "primaryValue", secondary_value as "secondaryValue",
  search_keys as "searchKeys", category, risk_score as "riskScore", severity, reason, source_reference as "sourceReference",
  item_data as "itemData", metadata, is_active as "isActive", expires_at as "expiresAt", added_by as "addedBy",
  created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt"`;

@Injectable()
export class ListItems {
  constructor(private readonly database: TenantDatabase) {}

  /** One page of a list's items, in the order of their values. */
  async run(organizationId: string, listId: string, filter: ItemFilter): Promise<ItemPage> {
    const conditions = new SqlConditions(organizationId)
      .add('list_id = ?', listId)
      .add('category = ?', filter.category)
      .add(
        'primary_value ilike ? or exists (select 1 from unnest(search_keys) as key where key ilike ?)',
        filter.search && containsPattern(filter.search),
      );
    const client = this.database.of(organizationId);
    const counted = await client.query<{ total: number }>(
      `select count(*)::int as total from data_list_items where ${conditions.where}`,
      conditions.values,
    );
    const categories = await client.query<{ category: string }>(
      `select distinct category from data_list_items
       where organization_id = $1 and list_id = $2 and category is not null order by category`,
      [organizationId, listId],
    );
    const { rows } = await client.query<ItemRow>(
      `select ${columns} from data_list_items where ${conditions.where} order by normalized_primary_value
       limit ${conditions.place(filter.limit)} offset ${conditions.place((filter.page - 1) * filter.limit)}`,
      conditions.values,
    );
    return { items: rows, total: counted.rows[0]!.total, categories: categories.rows.map(({ category }) => category) };
  }
}
