import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { lockPublishing } from '../../../decisions/rule-sets/index.js';
import type { RuleApproval } from '../domain/rule-approval.js';
import type { Rule } from '../domain/rule.js';
import type { ChangeRuleBody } from '../dto/rule.bodies.js';
import { findRule } from '../persistence/rule-store.js';
import { applyChange } from './apply-change.js';
import { toDuplicateRuleError } from './to-duplicate-rule-error.js';
import { GuardReferences } from './guard-references.js';
import { missingRuleError } from './read-shared-rules.js';
import { requestApproval } from './request-approval.js';

/** `PATCH /rules/{id}`: stores the next version and, if it is executed, publishes it in the same transaction. */
@Injectable()
export class ChangeRule {
  constructor(
    private readonly database: TenantDatabase,
    private readonly references: GuardReferences,
  ) {}

  /** Changes a rule. If an approval is returned, nothing has changed, and the request waits for a second person. */
  async change(
    principal: Principal,
    id: string,
    body: ChangeRuleBody,
    now: Date,
  ): Promise<{ readonly rule: Rule; readonly approval: RuleApproval | null }> {
    const { organizationId } = principal;
    try {
      return await this.database.transaction(organizationId, async (client) => {
        await lockPublishing(client, organizationId);
        const changed = await applyChange(
          client,
          principal,
          { id, body, requestedBy: null, references: this.references },
          now,
        );
        if (changed) return { rule: changed, approval: null };
        const rule = await findRule(client, organizationId, id, 'locked');
        if (!rule) throw await missingRuleError(client, organizationId, id);
        return { rule, approval: await requestApproval(client, principal, rule, body, now) };
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NOT_FOUND')
        throw await missingRuleError(this.database.forOrganization(organizationId), organizationId, id, error);
      throw toDuplicateRuleError(error);
    }
  }
}
