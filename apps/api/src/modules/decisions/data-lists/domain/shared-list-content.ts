import type { ListSource, ListStatus, ListType } from './list-enumerations.js';

interface SharedListFields {
  readonly type: ListType;
  readonly status: ListStatus;
  readonly description: string | null;
  readonly source: ListSource;
  readonly priority: number;
}

/** Everything that a child organization reads of its parent's list: neither its items nor their origin. Plain JSON. */
export interface SharedListContent extends SharedListFields {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const toSharedListContent = (
  list: SharedListFields & { readonly createdAt: Date; readonly updatedAt: Date },
): SharedListContent => ({
  type: list.type,
  status: list.status,
  description: list.description,
  source: list.source,
  priority: list.priority,
  createdAt: list.createdAt.toISOString(),
  updatedAt: list.updatedAt.toISOString(),
});
