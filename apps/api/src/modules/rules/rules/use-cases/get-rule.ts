import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { Rule } from '../domain/rule.js';
import type { SharedRuleView } from './shared-rule-views.js';
import { findRule } from '../persistence/rule-store.js';
import { findSharedRule } from './read-shared-rules.js';

/** `GET /rules/{id}`. */
@Injectable()
export class GetRule {
  constructor(private readonly database: TenantDatabase) {}

  async get(organizationId: string, id: string): Promise<Rule> {
    const rule = await findRule(this.database.forOrganization(organizationId), organizationId, id);
    if (!rule) throw notFound('Rule');
    return rule;
  }

  /** Returns a rule as it is displayed, including one of a matrix that the parent shares. */
  async find(organizationId: string, id: string): Promise<Rule | SharedRuleView> {
    const client = this.database.forOrganization(organizationId);
    const rule = (await findRule(client, organizationId, id)) ?? (await findSharedRule(client, organizationId, id));
    if (!rule) throw notFound('Rule');
    return rule;
  }
}
