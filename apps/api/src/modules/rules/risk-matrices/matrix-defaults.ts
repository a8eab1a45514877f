import { Injectable } from '@nestjs/common';

import { byPrincipal, diffChanges, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { invalid } from '../../../platform/http/index.js';
import {
  assignableMatrices,
  lockPublishing,
  readMatrixDefaults,
  storeMatrixDefaults,
  type MatrixDefaults,
} from '../../decisions/rule-sets/index.js';
import { assertCanPublish, publishRules } from '../rules/index.js';
import type { MatrixDefaultsBody } from './risk-matrix.bodies.js';
import { matrixNotFound } from './matrix-errors.js';

/** Members of bodies and answers, by target. */
const bodyMembers = {
  person: 'person',
  company: 'company',
  transaction: 'transaction',
  user_event: 'userEvent',
} as const;

/** The matrices that run when neither a request nor an entity names one. */
@Injectable()
export class DefaultMatrices {
  constructor(private readonly database: TenantDatabase) {}

  read(organizationId: string): Promise<MatrixDefaults> {
    return readMatrixDefaults(this.database.forOrganization(organizationId), organizationId);
  }

  /** Replaces them all. Throws 404 for an unknown matrix, 400 for one that is not for the target. */
  replace(principal: Principal, body: MatrixDefaultsBody): Promise<MatrixDefaults> {
    const { organizationId } = principal;
    assertCanPublish(principal);
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const before = await readMatrixDefaults(client, organizationId);
      const asked = Object.values(bodyMembers).flatMap((member) => body[member] ?? []);
      const matrices = await assignableMatrices(client, organizationId, asked);
      const idsOf = (target: keyof MatrixDefaults): readonly string[] => checkedIds(target, body, matrices);
      const defaults: MatrixDefaults = {
        person: idsOf('person'),
        company: idsOf('company'),
        transaction: idsOf('transaction'),
        user_event: idsOf('user_event'),
      };
      await storeMatrixDefaults(client, organizationId, defaults);
      await publishRules(client, principal, null);
      await recordAudit(client, byPrincipal(principal), [
        {
          event: 'risk_matrix_assigned',
          resourceType: 'risk_matrix_defaults',
          resourceId: organizationId,
          summary: 'default risk matrices replaced',
          changes: diffChanges(before, defaults, ['person', 'company', 'transaction', 'user_event']),
        },
      ]);
      return defaults;
    });
  }
}

function checkedIds(
  target: keyof MatrixDefaults,
  body: MatrixDefaultsBody,
  matrices: Awaited<ReturnType<typeof assignableMatrices>>,
): readonly string[] {
  const member = bodyMembers[target];
  const ids = [...new Set((body[member] ?? []).map((id) => id.toLowerCase()))];
  ids.forEach((id, index) => {
    const matrix = matrices.find((each) => each.id === id);
    if (!matrix) throw matrixNotFound({ [`${member}[${index}]`]: `no risk matrix has the id ${id}` });
    if (!matrix.targetEntityTypes.includes(target))
      throw invalid({
        [`${member}[${index}]`]: `the matrix ${matrix.key} is for ${matrix.targetEntityTypes.join(', ')}`,
      });
  });
  return ids;
}
