import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonValue } from '@tamis/stdx';

import { type AuditEntry, type Changes, diffChanges, creationChanges } from '../../../../platform/audit/index.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { changedFields } from './changed-fields.js';
import type { EntityChange } from './entity-change.js';

type Updated = Extract<EntityChange, { readonly kind: 'updated' }>;

const auditResource = ({ id }: EntityRow): Pick<AuditEntry, 'resourceType' | 'resourceId'> => ({
  resourceType: 'entity',
  resourceId: id,
});

const nameOf = ({ type, externalId, id }: EntityRow): string => `${type} ${externalId ?? id}`;

/** Returns the audit entries for a change. */
export function changeEntries(change: EntityChange): readonly AuditEntry[] {
  const { after } = change;
  switch (change.kind) {
    case 'created': {
      const { type, name, externalId, taxId, countryCode, status, isClient } = after;
      const changes = creationChanges({ type, name, externalId, taxId, countryCode, status, isClient });
      return [{ event: 'entity_created', ...auditResource(after), summary: `${nameOf(after)} created`, changes }];
    }
    case 'updated': {
      const [first, ...others] = [...fieldEntries(change), ...statusEntries(change)];
      if (!first) return [];
      return [change.entryId === undefined ? first : { ...first, id: change.entryId }, ...others];
    }
    case 'deleted':
    case 'restored': {
      const { before, kind, reason } = change;
      const changes = diffChanges(before, after, ['status']);
      return [
        { event: `entity_${kind}`, ...auditResource(after), summary: `${nameOf(after)} ${kind}`, changes, reason },
      ];
    }
  }
}

function fieldEntries({ before, after, reason, attributesOnly }: Updated): readonly AuditEntry[] {
  const fields = changedFields(before, after);
  if (fields.length === 0) return [];
  const pairs = fields.map((field): [string, ValueChange] => [
    field.name,
    diffMembers(field.previous(), field.current()),
  ]);
  const previous = Object.fromEntries(pairs.map(([name, pair]) => [name, pair.previous]));
  const current = Object.fromEntries(pairs.map(([name, pair]) => [name, pair.current]));
  const changes: Changes = diffChanges(previous, current, Object.keys(previous));
  return [
    {
      event: attributesOnly ? 'entity_attributes_updated' : 'entity_updated',
      ...auditResource(after),
      summary: `${nameOf(after)} changed: ${fields.map(({ name }) => name).join(', ')}`,
      changes,
      reason,
    },
  ];
}

function statusEntries({ before, after, reason }: Updated): readonly AuditEntry[] {
  if (before.status === after.status) return [];
  return [
    {
      event: 'entity_status_changed',
      ...auditResource(after),
      summary: `${nameOf(after)}: ${before.status} became ${after.status}`,
      changes: diffChanges(before, after, ['status']),
      reason,
    },
  ];
}

interface ValueChange {
  readonly previous: JsonValue;
  readonly current: JsonValue;
}

/**
 * Returns only the differing members of two objects, at any depth: the audit trail shows what changed, and the record the current state.
 */
function diffMembers(previous: JsonValue, current: JsonValue): ValueChange {
  if (!isObject(previous) || !isObject(current)) return { previous, current };
  const before: [string, JsonValue][] = [];
  const after: [string, JsonValue][] = [];
  for (const name of new Set([...Object.keys(previous), ...Object.keys(current)])) {
    const [old, now] = [previous[name], current[name]];
    if (old === undefined) after.push([name, now!]);
    else if (now === undefined) before.push([name, old]);
    else if (!isDeepStrictEqual(old, now)) {
      const pair = diffMembers(old, now);
      before.push([name, pair.previous]);
      after.push([name, pair.current]);
    }
  }
  return { previous: Object.fromEntries(before), current: Object.fromEntries(after) };
}
