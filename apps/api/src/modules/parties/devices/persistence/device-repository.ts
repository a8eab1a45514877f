import { Injectable } from '@nestjs/common';

import { type Queryable, SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { Device } from '../domain/device.js';
import { deviceColumns, deviceTables } from './device-columns.js';

/** The fields of a device that a person sets. `metadata` is JSON text. */
export type DeviceAnnotations = Pick<Device, 'deviceName' | 'isBlocked' | 'isTrusted' | 'metadata'>;

@Injectable()
export class DeviceRepository {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns the most recently seen devices first. */
  findByEntity(organizationId: string, entityId: string, query: PageQuery): Promise<Page<Device>> {
    return selectPage<Device>(this.database.forOrganization(organizationId), {
      list: `devices of ${entityId}`,
      columns: deviceColumns,
      from: deviceTables,
      conditions: new SqlConditions(organizationId, 'd.organization_id').add('d.entity_id = ?::uuid', entityId),
      query,
      sortBy: { column: 'd.last_seen_at', type: 'timestamptz', id: 'd.id' },
      descending: true,
    });
  }
}

/** Returns a device of an entity by the id that its owner's application assigned; `null` if it was never seen. */
export async function findDevice(
  client: Queryable,
  organizationId: string,
  entityId: string,
  deviceId: string,
): Promise<Device | null> {
  const { rows } = await client.query<Device>(
    `select ${deviceColumns} from ${deviceTables}
     where d.organization_id = $1 and d.entity_id = $2 and d.device_id = $3`,
    [organizationId, entityId, deviceId],
  );
  return rows[0] ?? null;
}

/** Returns a device, locked until the transaction ends; `null` if the organization has no such device. */
export async function lockDevice(client: Queryable, organizationId: string, id: string): Promise<Device | null> {
  const { rows } = await client.query<Device>(
    `select ${deviceColumns} from ${deviceTables} where d.organization_id = $1 and d.id = $2 for update of d`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

export async function updateAnnotations(
  client: Queryable,
  organizationId: string,
  id: string,
  { deviceName, isBlocked, isTrusted, metadata }: DeviceAnnotations,
  now: Date,
): Promise<void> {
  await client.query(
    `update devices set device_name = $3, is_blocked = $4, is_trusted = $5, metadata = $6, updated_at = $7
     where organization_id = $1 and id = $2`,
    [organizationId, id, deviceName, isBlocked, isTrusted, metadata, now],
  );
}
