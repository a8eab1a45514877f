import type { JsonValue } from '@tamis/stdx';

import { mergeObjects } from '../../../../platform/http/index.js';
import { maskAccountNumber } from '../../../../platform/secrets/index.js';
import { dataKey } from '../domain/data-key.js';
import type { EntityType } from '../domain/entity-enumerations.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** The entity types whose data contains an account number: `entityData.account.accountNumber`. */
const types: ReadonlySet<EntityType> = new Set<EntityType>(['payment_method', 'account']);

export const hasAccountNumber = ({ type }: Pick<EntityRow, 'type'>): boolean => types.has(type);

/** Returns the account number in the row, or `null` if there is none. */
export function accountNumberOf(row: Pick<EntityRow, 'type' | 'entityData'>): string | null {
  if (!hasAccountNumber(row)) return null;
  const data = (JSON.parse(row.entityData) as Readonly<Record<string, JsonValue>>)[dataKey(row.type)];
  const number = (data as { readonly accountNumber?: JsonValue } | null | undefined)?.accountNumber;
  return typeof number === 'string' ? number : null;
}

/** Returns the row with another account number, and everything else in its original spelling. */
export function withAccountNumber(row: EntityRow, accountNumber: string): EntityRow {
  const over = JSON.stringify({ [dataKey(row.type)]: { accountNumber } });
  return { ...row, entityData: mergeObjects(row.entityData, over, 'deep') };
}

/** Returns a sent row as it is stored, and the number to be encrypted; `null` if it has none. */
export function withoutAccountNumber(sent: EntityRow): { readonly row: EntityRow; readonly number: string | null } {
  const number = accountNumberOf(sent);
  return { row: number === null ? sent : withAccountNumber(sent, maskAccountNumber(number)), number };
}
