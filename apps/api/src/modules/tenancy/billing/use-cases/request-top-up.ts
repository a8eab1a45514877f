import { Injectable } from '@nestjs/common';

import { byPrincipal, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { ledgerProblem } from '../domain/ledger-problem.js';
import type { NewTopUp, TopUp } from '../domain/top-up.js';
import { type Account, findAccount, findTopUp, insertTopUp } from '../persistence/billing-store.js';
import { postEntries } from '../persistence/post-entries.js';
import { toppedUp } from '../domain/topped-up.js';

/** `POST /billing/top-ups`: pending in production until the payment is confirmed; play money is available immediately. */
@Injectable()
export class RequestTopUp {
  constructor(private readonly database: TenantDatabase) {}

  async request(principal: Principal, wanted: NewTopUp): Promise<{ readonly topUp: TopUp; readonly account: Account }> {
    try {
      return await this.requestIn(principal, wanted);
    } catch (error) {
      const problem = ledgerProblem(error);
      throw problem === null ? error : invalid({ amountCents: problem });
    }
  }

  private requestIn(principal: Principal, wanted: NewTopUp): Promise<{ topUp: TopUp; account: Account }> {
    const { organizationId } = principal;
    const id = newId();
    return this.database.transaction(organizationId, async (client) => {
      if (await insertTopUp(client, organizationId, id, wanted)) {
        const entry = { kind: 'top_up', reference: id, amountCents: wanted.amountCents } as const;
        const posted = await postEntries(client, organizationId, [{ ...entry, description: 'play money' }]);
        await writeEvents(client, [toppedUp(organizationId, { id, ...wanted }, posted)]);
      }
      const topUp = await findTopUp(client, organizationId, id);
      const account = await findAccount(client, organizationId);
      await recordAudit(client, byPrincipal(principal), [
        {
          event: 'top_up_requested',
          resourceType: 'top_up',
          resourceId: id,
          summary: `top-up of ${wanted.amountCents} cents requested`,
          changes: creationChanges(wanted),
        },
      ]);
      return { topUp: topUp!, account: account! };
    });
  }
}
