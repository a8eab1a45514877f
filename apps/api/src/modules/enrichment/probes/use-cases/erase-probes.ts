import { Injectable } from '@nestjs/common';

import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { type ErasedEntity, ErasedWithEntities, normalizeTaxId } from '../../../parties/entities/index.js';
import { eraseEnded } from '../../executions/index.js';
import { probeLimits } from '../domain/probe-limits.js';
import { deleteOldProbes, findOrganizationsWithOldProbes, ProbeStore } from '../persistence/probe-store.js';

/** Removes cached results whose days are over, and what is known of old probes. */
@Injectable()
export class DeleteOldProbes extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'probes',
    'old probes were not removed',
    probeLimits.sweepMs,
    () => this.remove(),
  );

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
  ) {
    super();
  }

  /** How many. */
  async remove(): Promise<number> {
    const organizations = await inTransaction(this.pool, null, findOrganizationsWithOldProbes);
    return this.task.runInOrganizations(organizations, probeLimits.sweepRows, (id, rows) =>
      deleteOldProbes(this.database.forOrganization(id), id, rows),
    );
  }
}

/** Erases what was asked about an entity that is deleted, also where it was asked by its tax id alone. What it cost stays booked. */
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
