import { Injectable } from '@nestjs/common';

import { bySystem } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { type ErasedEntity, ErasedWithEntities, eraseKycResult } from '../../../parties/entities/index.js';
import { removeImagesOf } from '../../images/index.js';
import { deleteValidationsOf, lockValidationsOf } from '../persistence/validation-store.js';
import { MoveValidation } from './move-validation.js';

/** Deletes validations together with their person: the reserved amount is released, and blobs are removed right after. */
@Injectable()
export class EraseValidations {
  constructor(
    private readonly moving: MoveValidation,
    erased: ErasedWithEntities,
  ) {
    erased.register((client, entity) => this.erase(client, entity));
  }

  private async erase(client: Transaction, { organizationId, id: entityId }: ErasedEntity): Promise<void> {
    const found = await lockValidationsOf(client, organizationId, entityId);
    if (found.length === 0) return;
    const ended = { by: bySystem(organizationId, 'erasure'), reasons: ['ENTITY_DELETED'], now: new Date() };
    for (const each of found) {
      if (each.status === 'pending') await this.moving.move(client, each, { to: 'cancelled', ...ended });
      if (each.status === 'in_progress') await this.moving.move(client, each, { to: 'abandoned', ...ended });
    }
    await removeImagesOf(
      client,
      organizationId,
      found.map(({ id }) => id),
    );
    await deleteValidationsOf(client, organizationId, entityId);
    await eraseKycResult(client, organizationId, entityId);
  }
}
