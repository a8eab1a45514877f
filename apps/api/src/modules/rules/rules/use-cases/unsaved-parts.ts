import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { rulePartsOf, type RuleParts } from '../domain/rule-parts.js';
import type { RuleBody } from '../dto/rule.bodies.js';
import { matrixKeys } from './bind-matrices.js';

/** The JSON form in a body of a rule that is not stored. */
@Injectable()
export class UnsavedParts {
  constructor(private readonly database: TenantDatabase) {}

  /** Null: the body has none. A rule without a name is called `unnamed`. Throws 422 for a matrix that does not exist. */
  async of(organizationId: string, body: RuleBody): Promise<RuleParts | null> {
    if (body.conditions == null) return null;
    const parts = rulePartsOf(
      { ...body },
      await matrixKeys(this.database.of(organizationId), organizationId, body, {}),
    );
    return parts.key == null && parts.name == null ? { ...parts, key: 'unnamed' } : parts;
  }
}
