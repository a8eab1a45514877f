import { Injectable } from '@nestjs/common';

import { byPrincipal, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { FindEntity } from '../../entities/index.js';
import type { Device, DeviceFacts } from '../domain/device.js';
import { findDevice } from '../persistence/device-repository.js';
import { recordSighting } from '../persistence/record-sighting.js';

export interface NewDevice {
  readonly entityId: string;
  readonly deviceId: string;
  readonly facts: DeviceFacts;
}

/** `POST /devices/entity/{entityId}`: registers a device that the caller has seen now. A known device is updated. */
@Injectable()
export class RegisterDevice {
  constructor(
    private readonly database: TenantDatabase,
    private readonly findEntity: FindEntity,
  ) {}

  /** Throws 404 `ENTITY_NOT_FOUND`. */
  async register(principal: Principal, { entityId, deviceId, facts }: NewDevice, now: Date): Promise<Device> {
    const { organizationId } = principal;
    const { id } = await this.findEntity.find(organizationId, { id: entityId });
    return this.database.transaction(organizationId, async (client) => {
      // Values that a person set on a device stay, unless the caller is also allowed to set them.
      const isKept =
        !hasPermission(principal.scopes, 'devices:edit') &&
        (await findDevice(client, organizationId, id, deviceId)) !== null;
      const told = isKept ? { ...facts, isBlocked: null, isTrusted: null } : facts;
      const sighting = { organizationId, entityId: id, deviceId, at: now, isEvent: false, facts: told, address: {} };
      const { device, isNew } = await recordSighting(client, sighting, now);
      await recordAudit(client, byPrincipal(principal), [
        {
          event: isNew ? 'device_registered' : 'device_refreshed',
          resourceType: 'device',
          resourceId: device.id,
          summary: `device ${deviceId} ${isNew ? 'registered' : 'refreshed'}`,
          ...(isNew && { changes: creationChanges({ deviceId, entityId: id }) }),
          relatedIds: { entityId: id },
        },
      ]);
      return device;
    });
  }
}
