import { Injectable } from '@nestjs/common';

import { bySystem } from '../../../../platform/audit/index.js';
import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { PeriodicJob, PeriodicTask } from '../../../../platform/periodic-task.js';
import { removeImagesOf } from '../../images/index.js';
import { endDue } from '../../links/index.js';
import { kycLimits } from '../domain/kyc-limits.js';
import { type Evidence, isOpen } from '../domain/moves.js';
import { sandboxFindings, sandboxOutcomes } from '../domain/sandbox-outcomes.js';
import type { Validation } from '../domain/validation.js';
import {
  findDue,
  findDueAt,
  findOrganizationsWithDue,
  findOrganizationsWithOldImages,
  takeOldImages,
  updateValidation,
} from '../persistence/validation-store.js';
import { MoveValidation } from './move-validation.js';
import { SealedFindings } from './sealed-findings.js';

/**
 * Ends validations that nobody ended: those that expired or were abandoned and, in sandboxes, those of test documents. Removes images whose
 * retention period has ended.
 */
@Injectable()
export class LookAfterValidations extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'kyc',
    'processing expired validations failed',
    kycLimits.lookMs,
    async () => {
      await this.endDue(new Date());
      await this.removeOldImages();
    },
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly moving: MoveValidation,
    private readonly findings: SealedFindings,
  ) {
    super();
  }

  /** Returns the number of ended validations. */
  async endDue(now: Date): Promise<number> {
    return endDue({
      what: 'validation',
      task: this.task,
      organizations: await inTransaction(this.pool, null, findOrganizationsWithDue),
      findDue: (id) => findDue(this.database.forOrganization(id), id, kycLimits.lookRows),
      end: (organizationId, id) => this.end(organizationId, id, now),
    });
  }

  /** Returns the number of validations whose images were scheduled for removal. */
  async removeOldImages(): Promise<number> {
    const organizations = await inTransaction(this.pool, null, findOrganizationsWithOldImages);
    return this.task.runInOrganizations(organizations, kycLimits.lookRows, (organizationId, most) =>
      this.database.transaction(organizationId, async (client) => {
        const ids = await takeOldImages(client, organizationId, most);
        await removeImagesOf(client, organizationId, ids);
        return ids.length;
      }),
    );
  }

  private end(organizationId: string, id: string, now: Date): Promise<number> {
    return this.database.runAtomically(organizationId, async (client) => {
      const locked = await this.moving.lock(client, organizationId, id);
      const dueAt = await findDueAt(client, organizationId, id);
      if (!isOpen(locked.status) || dueAt === null || dueAt > now) return 0;
      const by = bySystem(organizationId, 'identity validations');
      if (locked.sandboxOutcome !== null && locked.status === 'pending')
        await this.endTestDocument(client, locked, now);
      else if (locked.status === 'pending' || locked.expiresAt <= now)
        await this.moving.move(client, locked, { to: 'expired', by, now });
      else await this.moving.move(client, locked, { to: 'abandoned', by, now });
      return 1;
    });
  }

  /** Ends the validation as if the person had shown the document. */
  private async endTestDocument(client: Transaction, locked: Validation, now: Date): Promise<void> {
    const by = bySystem(locked.organizationId, 'sandbox');
    const outcome = sandboxOutcomes.find((each) => each.documentNumber === locked.sandboxOutcome)!;
    const { status: to, reasons } = outcome;
    if (to === 'expired') return void (await this.moving.move(client, locked, { to, by, now }));
    const begun = await this.moving.move(client, locked, { to: 'in_progress', by, now });
    const findings = sandboxFindings(outcome);
    await updateValidation(client, locked, { findings: await this.findings.seal(client, locked, findings) }, now);
    const { biometric } = findings;
    const evidence: Evidence | undefined = biometric ? { kind: 'biometrics', result: biometric.result } : undefined;
    await this.moving.move(client, begun, { to, by, reasons, ...(evidence && { evidence }), now });
  }
}
