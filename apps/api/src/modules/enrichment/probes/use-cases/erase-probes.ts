import { Injectable } from '@nestjs/common';

import { OrganizationSweep, type Transaction } from '../../../../platform/database/index.js';
import { type ErasedEntity, ErasedWithEntities, normalizeTaxId } from '../../../parties/entities/index.js';
import { eraseEnded } from '../../executions/index.js';
import { probeLimits } from '../domain/probe-limits.js';
import { deleteOldProbes, findOrganizationsWithOldProbes, ProbeStore } from '../persistence/probe-store.js';

/** Deletes expired cached results and old probes. */
@Injectable()
export class DeleteOldProbes extends OrganizationSweep {
  constructor() {
    super({
      name: 'probes',
      failure: 'removing old probes failed',
      everyMs: probeLimits.sweepMs,
      rows: probeLimits.sweepRows,
      find: findOrganizationsWithOldProbes,
      remove: deleteOldProbes,
    });
  }
}

/** Deletes the probes about a deleted entity, including those made only by its tax id. Their costs stay booked. */
@Injectable()
export class ForgetEntity {
  constructor(
    private readonly probes: ProbeStore,
    erased: ErasedWithEntities,
  ) {
    erased.register((client, entity) => this.erase(client, entity));
  }

  private async erase(client: Transaction, { organizationId, id, taxId }: ErasedEntity): Promise<void> {
    await eraseEnded(client, organizationId, id);
    const normalized = taxId === null ? '' : normalizeTaxId(taxId);
    if (normalized !== '') await this.probes.purgeTaxId(client, organizationId, normalized);
  }
}
