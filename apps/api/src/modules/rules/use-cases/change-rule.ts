import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, type TransactionClient } from '../../../platform/database/index.js';
import { lockPublishing } from '../../rule-sets/index.js';
import { ruleChanged } from '../domain/rule-audit.js';
import type { Rule } from '../domain/rule.js';
import type { ChangeRuleBody } from '../http/change-rule.body.js';
import { asDuplicate } from './as-duplicate.js';
import { checkPolicy } from './check-policy.js';
import { publishRules } from './publish-rules.js';
import { changesWhatRuns, storeChange } from './store-change.js';

/** `PATCH /rules/{id}`: stores the next version and, where it runs, puts it in force in the same transaction. */
@Injectable()
export class ChangeRule {
  constructor(private readonly database: TenantDatabase) {}

  async run(principal: Principal, id: string, body: ChangeRuleBody, now: Date): Promise<Rule> {
    try {
      return await this.database.transaction(principal.organizationId, (client) =>
        changed(client, principal, id, body, now),
      );
    } catch (error) {
      throw asDuplicate(error);
    }
  }
}

async function changed(
  client: TransactionClient,
  principal: Principal,
  id: string,
  body: ChangeRuleBody,
  now: Date,
): Promise<Rule> {
  const { organizationId } = principal;
  await lockPublishing(client, organizationId);
  const change = await storeChange(client, principal, id, body, now);
  const { published, after } = change;
  if (published) await checkPolicy(client, organizationId, { rules: [published], reason: after.reason });
  if (changesWhatRuns(change)) await publishRules(client, principal, after.reason);
  await recordAudit(client, byPrincipal(principal), [ruleChanged(change.before, after)]);
  return after;
}
