import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { pickRuleForm, type PartialRuleForm } from '../domain/partial-rule-form.js';
import type { RuleBody } from '../dto/rule.bodies.js';
import { resolveMatrixKeys } from './resolve-matrices.js';

/** Reads the JSON form in a body, of a rule that is not stored. */
@Injectable()
export class ReadUnsavedForm {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns `null` if the body has none. A rule without a name is called `unnamed`. Throws 422 for a matrix that does not exist. */
  async read(organizationId: string, body: RuleBody): Promise<PartialRuleForm | null> {
    if (body.conditions == null) return null;
    const parts = pickRuleForm(
      { ...body },
      await resolveMatrixKeys(this.database.forOrganization(organizationId), organizationId, body, {}),
    );
    return parts.key == null && parts.name == null ? { ...parts, key: 'unnamed' } : parts;
  }
}
