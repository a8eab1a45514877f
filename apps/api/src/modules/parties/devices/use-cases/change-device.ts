import { Injectable } from '@nestjs/common';

import { keepAccountNumbers } from '../../../../platform/account-numbers/index.js';
import { byPrincipal, diffChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { Device } from '../domain/device.js';
import { type DeviceAnnotations, lockDevice, updateAnnotations } from '../persistence/device-repository.js';

/** `PATCH /devices/{id}`: changes the fields of a device that a person sets. */
@Injectable()
export class ChangeDevice {
  constructor(private readonly database: TenantDatabase) {}

  /** Writes nothing if the stored values are already equal. Throws 404 `NOT_FOUND`. */
  change(principal: Principal, id: string, sent: Partial<DeviceAnnotations>, now: Date): Promise<Device> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const before = await lockDevice(client, organizationId, id);
      if (!before) throw notFound('Device');
      const metadata = keepAccountNumbers(sent.metadata ?? before.metadata, before.metadata);
      const after = { ...before, ...sent, metadata };
      const changes = {
        ...diffChanges(before, after, ['deviceName', 'isBlocked', 'isTrusted']),
        ...diffChanges(parseMetadata(before), parseMetadata(after), ['metadata']),
      };
      if (Object.keys(changes).length === 0) return before;
      await updateAnnotations(client, organizationId, id, after, now);
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

const parseMetadata = ({ metadata }: Pick<Device, 'metadata'>): { metadata: unknown } => ({
  metadata: JSON.parse(metadata) as unknown,
});
