import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@tamis/stdx';

import { RawJson } from '../../../../platform/http/index.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** A field of the record that differs. */
export interface ChangedField {
  readonly name: string;
  readonly previous: () => JsonValue;
  readonly current: () => JsonValue;
  /** Values as events show them: the caller's own JSON keeps its spelling. */
  readonly shown: { readonly previous: unknown; readonly current: unknown };
}

type FieldKind = 'plain' | 'json';

/** Fields that a caller or an identity validation can change, except the status; `kycData` contains no more than the validation itself. */
const fields = {
  name: 'plain',
  externalId: 'plain',
  taxId: 'plain',
  countryCode: 'plain',
  nationality: 'plain',
  email: 'plain',
  phone: 'plain',
  riskFactors: 'plain',
  manualRisk: 'json',
  riskMatrixIds: 'plain',
  statusLocked: 'plain',
  kycVerified: 'plain',
  kycProvider: 'plain',
  entityData: 'json',
  attributes: 'json',
  metadata: 'json',
  operationalHours: 'json',
  registrationDate: 'plain',
  isClient: 'plain',
  expiresAt: 'plain',
} as const satisfies Partial<Record<keyof EntityRow, FieldKind>>;

type FieldName = keyof typeof fields;
const names = Object.keys(fields) as readonly FieldName[];

/** Returns the fields in which two states of an entity differ, except its status. */
export const changedFields = (before: EntityRow, after: EntityRow): readonly ChangedField[] =>
  names
    .filter((name) => !isDeepStrictEqual(before[name], after[name]))
    .map((name) => ({
      name,
      previous: () => parsed(before, name),
      current: () => parsed(after, name),
      shown: { previous: shown(before, name), current: shown(after, name) },
    }));

function parsed(row: EntityRow, name: FieldName): JsonValue {
  const value = row[name];
  if (fields[name] === 'json' && typeof value === 'string') return JSON.parse(value) as JsonValue;
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}

function shown(row: EntityRow, name: FieldName): unknown {
  const value = row[name];
  return fields[name] === 'json' && typeof value === 'string' ? new RawJson(value) : value;
}
