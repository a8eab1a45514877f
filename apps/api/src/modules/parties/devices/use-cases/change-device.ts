import { Injectable } from '@nestjs/common';

import { byPrincipal, changesBetween, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { Device } from '../domain/device.js';
import { type DeviceMarks, lockDevice, writeMarks } from '../persistence/device-store.js';

/** `PATCH /devices/{id}`: what a person says about a device. */
@Injectable()
export class ChangeDevice {
  constructor(private readonly database: TenantDatabase) {}

  /** A change to what is stored already writes nothing. Throws 404 `NOT_FOUND`. */
  run(principal: Principal, id: string, sent: Partial<DeviceMarks>, now: Date): Promise<Device> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const before = await lockDevice(client, organizationId, id);
      if (!before) throw notFound('Device');
      const after = { ...before, ...sent };
      const changes = {
        ...changesBetween(before, after, ['deviceName', 'isBlocked', 'isTrusted']),
        ...changesBetween(parsed(before), parsed(after), ['metadata']),
      };
      if (Object.keys(changes).length === 0) return before;
      await writeMarks(client, organizationId, id, after, now);
      await recordAudit(client, byPrincipal(principal), [
        {
          event: 'device_updated',
          resourceType: 'device',
          resourceId: id,
          summary: `device ${before.deviceId} updated`,
          changes,
          relatedIds: { entityId: before.entityId },
        },
      ]);
      return { ...after, updatedAt: now };
    });
  }
}

const parsed = ({ metadata }: Pick<Device, 'metadata'>): { metadata: unknown } => ({
  metadata: JSON.parse(metadata) as unknown,
});
