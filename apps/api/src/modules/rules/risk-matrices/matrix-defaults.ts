import { Injectable } from '@nestjs/common';

import { byPrincipal, diffChanges, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { invalid } from '../../../platform/http/index.js';
import {
  assignableMatrices,
  readMatrixDefaults,
  storeMatrixDefaults,
  type MatrixDefaults,
} from '../../decisions/rule-sets/index.js';
import {
  type AppliedOrPending,
  type ApprovableAction,
  assertCanPublish,
  type PerformedChange,
  publishRules,
  SecondPerson,
} from '../rules/index.js';
import type { MatrixDefaultsBody } from './risk-matrix.bodies.js';
import { matrixNotFound } from './matrix-errors.js';

/** Members of bodies and responses, by target. */
const bodyMembers = {
  person: 'person',
  company: 'company',
  transaction: 'transaction',
  user_event: 'userEvent',
} as const;

/** The matrices that run if neither a request nor an entity names one. */
@Injectable()
export class DefaultMatrices {
  private readonly change: ApprovableAction<MatrixDefaultsBody, MatrixDefaults> = {
    action: 'matrix_defaults',
    permission: () => 'risk_matrices:edit',
    describe: (_client, _organizationId, request) =>
      Promise.resolve({ version: 0, request, reason: null, what: 'default risk matrices' }),
    perform: (client, principal, body) => replaceDefaults(client, principal, body),
  };

  constructor(
    private readonly database: TenantDatabase,
    private readonly secondPerson: SecondPerson,
  ) {
    secondPerson.register(this.change);
  }

  read(organizationId: string): Promise<MatrixDefaults> {
    return readMatrixDefaults(this.database.forOrganization(organizationId), organizationId);
  }

  /** Replaces all of them. Throws 404 for an unknown matrix, and 400 for one that is not for the target. */
  replace(principal: Principal, body: MatrixDefaultsBody, now: Date): Promise<AppliedOrPending<MatrixDefaults>> {
    assertCanPublish(principal);
    return this.secondPerson.submit(principal, this.change, body, now);
  }
}

async function replaceDefaults(
  client: Transaction,
  principal: Principal,
  body: MatrixDefaultsBody,
): Promise<PerformedChange<MatrixDefaults>> {
  const { organizationId } = principal;
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
  const changes = diffChanges(before, defaults, ['person', 'company', 'transaction', 'user_event']);
  if (Object.keys(changes).length === 0) return { value: before, waits: false };
  await storeMatrixDefaults(client, organizationId, defaults);
  await publishRules(client, principal, null);
  await recordAudit(client, byPrincipal(principal), [
    {
      event: 'risk_matrix_assigned',
      resourceType: 'risk_matrix_defaults',
      resourceId: organizationId,
      summary: 'default risk matrices replaced',
      changes,
    },
  ]);
  return { value: defaults, waits: true };
}

function checkedIds(
  target: keyof MatrixDefaults,
  body: MatrixDefaultsBody,
  matrices: Awaited<ReturnType<typeof assignableMatrices>>,
): readonly string[] {
  const member = bodyMembers[target];
  const ids = [...new Set(body[member] ?? [])];
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
