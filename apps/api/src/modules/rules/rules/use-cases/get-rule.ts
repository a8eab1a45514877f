import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { Rule } from '../domain/rule.js';
import { findRule } from '../persistence/rule-store.js';

/** `GET /rules/{id}`. */
@Injectable()
export class GetRule {
  constructor(private readonly database: TenantDatabase) {}

  async get(organizationId: string, id: string): Promise<Rule> {
    const rule = await findRule(this.database.forOrganization(organizationId), organizationId, id);
    if (!rule) throw notFound('Rule');
    return rule;
  }
}
