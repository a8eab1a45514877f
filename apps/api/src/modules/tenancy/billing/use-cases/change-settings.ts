import { Injectable } from '@nestjs/common';

import { byPrincipal, diffChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { checkVersion, invalid, notFound } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { AutoTopUp, BillingSettings } from '../domain/top-up.js';
import { findAccount, storeSettings } from '../persistence/billing-store.js';

export interface SettingsChange {
  readonly lowBalanceThresholdCents?: number;
  readonly autoTopUp?: Partial<AutoTopUp>;
  /** The version on which the change is based. */
  readonly ifVersion?: number;
}

/** Returns the settings of an account. */
export const settingsOf = ({ lowBalanceThresholdCents, autoTopUp, version }: BillingSettings): BillingSettings => ({
  ...{ lowBalanceThresholdCents, autoTopUp, version },
});

/** `PATCH /billing/settings`: absent members stay unchanged. */
@Injectable()
export class ChangeBillingSettings {
  constructor(private readonly database: TenantDatabase) {}

  change(principal: Principal, { autoTopUp, ifVersion, ...change }: SettingsChange): Promise<BillingSettings> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const account = await findAccount(client, organizationId, 'locked');
      if (!account) throw notFound('Organization');
      checkVersion('The settings', account.version, ifVersion);
      const before = settingsOf(account);
      const after = {
        ...{ ...before, ...change, autoTopUp: { ...before.autoTopUp, ...autoTopUp } },
        version: before.version + 1,
      };
      const { enabled, amountCents } = after.autoTopUp;
      const isNew = amountCents !== before.autoTopUp.amountCents;
      if (amountCents < limits.topUpCents.min && (enabled || isNew))
        throw invalid({ 'autoTopUp.amountCents': `must not be less than ${limits.topUpCents.min}` });
      const changes = diffChanges(before, after, ['lowBalanceThresholdCents', 'autoTopUp']);
      if (Object.keys(changes).length === 0) return before;
      await storeSettings(client, organizationId, after);
      await recordAudit(client, byPrincipal(principal), [
        {
          event: 'billing_settings_updated',
          resourceType: 'organization',
          resourceId: organizationId,
          summary: 'billing settings changed',
          changes,
        },
      ]);
      return after;
    });
  }
}
