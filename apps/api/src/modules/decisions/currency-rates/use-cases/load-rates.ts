import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import type { Page } from '../../../../platform/http/index.js';
import { type DatedRate, listRates, type RateFilter, storeRates, type StoredRate } from '../persistence/rate-store.js';
import { CurrencyRates } from './currency-rates.js';

/** Loads an organization's own rates. */
@Injectable()
export class LoadRates {
  constructor(
    private readonly database: TenantDatabase,
    private readonly known: CurrencyRates,
  ) {}

  /** Stores all rates or none, replacing rates of the same pair and day. If all are unchanged, nothing is recorded. */
  async load(principal: Principal, rates: readonly DatedRate[]): Promise<void> {
    const { organizationId } = principal;
    const days = rates.map(({ date }) => date).sort();
    await this.database.transaction(organizationId, async (client) => {
      const changed = await storeRates(client, organizationId, rates, new Date());
      if (changed === 0) return;
      await recordAudit(client, byPrincipal(principal), [
        {
          event: 'currency_rates_loaded',
          resourceType: 'organization',
          resourceId: organizationId,
          summary: `${rates.length} currency rates loaded, for ${days[0]} to ${days.at(-1)}`,
        },
      ]);
    });
    this.known.invalidateSettings(organizationId);
  }

  list(organizationId: string, query: RateFilter): Promise<Page<StoredRate>> {
    return listRates(this.database.forOrganization(organizationId), organizationId, query);
  }
}
