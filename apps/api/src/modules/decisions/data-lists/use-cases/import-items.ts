import { setImmediate as nextTurn } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { listUpdatedEvent } from '../domain/list-events.js';
import type { ItemError, NewListItem } from '../domain/list-item.js';
import { readRow } from '../domain/read-row.js';
import { invalidValueError, type NormalizedItems } from '../domain/plan-upsert.js';
import { type LockedList, lockLists } from '../persistence/list-lock.js';
import { itemsAddedEntry, normalizeItems, upsertItems } from './upsert-items.js';

export interface ItemsImport {
  readonly listId: string;
  readonly rows: readonly unknown[];
  /** Whether invalid rows are counted and skipped; if not, one rejects the whole import. */
  readonly skipValidationErrors: boolean;
  /** Whether an item with the same value is overwritten; if not, the row counts as a duplicate. */
  readonly replaceExisting: boolean;
}

export interface RowError {
  /** Row number, starting at 1. */
  readonly row: number;
  /** `null` if the row has no value that is a text. */
  readonly primaryValue: string | null;
  readonly code: 'VALIDATION_ERROR' | ItemError['code'];
  readonly message: string;
  /** Field of the row; empty if the row is not an object. */
  readonly field: string;
}

/** Result of an import. `total` is the sum of `successful`, `duplicates` and `errors`. */
export interface ImportCounts {
  readonly total: number;
  readonly successful: number;
  readonly created: number;
  readonly updated: number;
  readonly duplicates: number;
  readonly errors: number;
  /** First errors only. */
  readonly errorDetails: readonly RowError[];
  readonly truncated: boolean;
}

interface ParsedRows {
  readonly items: readonly NewListItem[];
  /** Row number of each item. */
  readonly rows: readonly number[];
  readonly errors: readonly RowError[];
}

@Injectable()
export class ImportItems {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Imports all rows in one transaction and one revision. Returns `null` if there is no such list, and fails with the first invalid row.
   */
  async importRows(
    principal: Principal,
    request: ItemsImport,
    now: Date,
  ): Promise<Result<ImportCounts | null, RowError>> {
    const { organizationId, actor } = principal;
    const { listId, skipValidationErrors } = request;
    const read = await parseRows(request.rows);
    if (!skipValidationErrors && read.errors.length > 0) return failure(read.errors[0]!);
    return this.database.transaction(organizationId, async (client) => {
      const [locked] = await lockLists(client, organizationId, [listId]);
      if (!locked) return ok(null);
      const sent = await normalizeItems(read.items, locked.type);
      const wrong = skipValidationErrors ? undefined : firstInvalidRow(locked, read, sent);
      if (wrong) return failure(wrong);
      const put = {
        ...{ organizationId, ...sent },
        policy: { ignoreDuplicates: true, updateExisting: request.replaceExisting },
        batchSize: limits.bulkItemsBatchSize,
        addedBy: { type: 'import', id: actor.id },
      } as const;
      const { counts, list } = await upsertItems(client, locked, put, now);
      if (list) {
        await writeEvents(client, [listUpdatedEvent(organizationId, list)]);
        await recordAudit(client, byPrincipal(principal), [itemsAddedEntry(listId, counts)]);
      }
      const refused = counts.errorDetails.map((error) => rowError(error, read.rows[error.index]!));
      const errors = [...read.errors, ...refused].sort((a, b) => a.row - b.row);
      return ok({
        total: request.rows.length,
        successful: counts.created + counts.updated,
        created: counts.created,
        updated: counts.updated,
        duplicates: counts.skipped,
        errors: errors.length,
        errorDetails: errors.slice(0, limits.bulkItemErrors),
        truncated: errors.length > limits.bulkItemErrors,
      });
    });
  }
}

async function parseRows(given: readonly unknown[]): Promise<ParsedRows> {
  const items: NewListItem[] = [];
  const rows: number[] = [];
  const errors: RowError[] = [];
  for (const [index, value] of given.entries()) {
    if (index % limits.listItemsAtOnce === 0) await nextTurn();
    const read = readRow(value);
    if (read.ok) {
      items.push(read.value);
      rows.push(index + 1);
    } else {
      const named = (value as { readonly primaryValue?: unknown } | null)?.primaryValue;
      const primaryValue = typeof named === 'string' ? named : null;
      errors.push({ row: index + 1, primaryValue, code: 'VALIDATION_ERROR', ...read.error });
    }
  }
  return { items, rows, errors };
}

/** Returns the first row whose value is not valid for the list. */
function firstInvalidRow(
  { type }: LockedList,
  { items, rows }: ParsedRows,
  { normalized }: NormalizedItems,
): RowError | undefined {
  const index = normalized.indexOf(null);
  if (index < 0) return undefined;
  const { primaryValue } = items[index]!;
  return rowError(invalidValueError(type, index, primaryValue), rows[index]!);
}

const rowError = ({ primaryValue, code, message }: ItemError, row: number): RowError => ({
  row,
  primaryValue,
  code,
  message,
  field: 'primaryValue',
});
