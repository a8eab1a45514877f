import type { ItemSeverity } from '../domain/list-enumerations.js';
import type { AddedBy } from '../domain/list-item.js';

/** An item of a list. `itemData` and `metadata` are JSON text. */
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

/** The columns of an item except its list and revision. They are the same for current and past states. */
export const storedItemColumns = `id, primary_value, normalized_primary_value, secondary_value, search_keys, category, risk_score,
  severity, reason, source_reference, item_data, metadata, is_active, expires_at, added_by, created_by, created_at, updated_at`;

/** The same columns as an `ItemRow`. JSON is converted to text, regardless of the type parsers of the connection. */
export const itemColumns = `id, list_id as "listId", primary_value as "primaryValue", secondary_value as "secondaryValue",
  search_keys as "searchKeys", category, risk_score as "riskScore", severity, reason, source_reference as "sourceReference",
  item_data::text as "itemData", metadata::text as metadata, is_active as "isActive", expires_at as "expiresAt", added_by as "addedBy",
  created_by as "createdBy", created_at as "createdAt", updated_at as "updatedAt"`;
