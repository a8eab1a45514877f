import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { newId, type Transaction, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError, invalid } from '../../../platform/http/index.js';
import {
  findRiskMatrices,
  findRiskMatrix,
  findSharedResources,
  isMatrixAssigned,
  isMatrixRunning,
  lockPublishing,
  type MatrixDefaults,
  matrixAuditEntry,
  readMatrixDefaults,
  storeRiskMatrix,
  unassignMatrix,
  type RiskMatrix,
} from '../../decisions/rule-sets/index.js';
import { findRulesOfMatrix, assertCanPublish, publishRules, replaceMatrixRules } from '../rules/index.js';
import { matrixFromBody } from './matrix-from-body.js';
import type { ChangeRiskMatrixBody, CreateRiskMatrixBody, MatrixRulesBody } from './risk-matrix.bodies.js';
import { toDuplicateMatrixError, matrixNotFound, duplicateName, readOnlyMatrix } from './matrix-errors.js';

/** What was stored, whether it changes what decides, and what the audit trail says of it beside the rules. */
interface WriteResult<T> {
  readonly value: T;
  readonly changesRuleSet: boolean;
  readonly entry?: AuditEntry;
}

/** Stores matrices and their rules. What changes what decides puts a new rule set in force in the same transaction. */
@Injectable()
export class WriteRiskMatrix {
  constructor(private readonly database: TenantDatabase) {}

  /** `POST /risk-matrices`. */
  create(principal: Principal, body: CreateRiskMatrixBody, now: Date): Promise<RiskMatrix> {
    const { organizationId, actor } = principal;
    const matrix: RiskMatrix = {
      organizationId,
      id: newId(now.getTime()),
      ...matrixFromBody(body, null),
      version: 1,
      createdBy: actor.id,
      createdAt: now,
      updatedBy: actor.id,
      updatedAt: now,
    };
    return this.writeAndPublish(principal, async (client) => {
      // Two of one name have one key as well, where it is made from the name: it is the name that is told.
      const others = await findRiskMatrices(client, organizationId);
      if (others.some(({ name, status }) => name === matrix.name && status !== 'archived')) throw duplicateName();
      await storeRiskMatrix(client, matrix);
      const { ruleIds, reason } = body;
      const rules = { matrixId: matrix.id, ruleIds: ruleIds ?? [], reason: reason ?? null, now };
      const changed = await replaceMatrixRules(client, principal, rules);
      if (isMatrixRunning(matrix)) assertCanPublish(principal);
      return {
        value: matrix,
        changesRuleSet: isMatrixRunning(matrix) || changed,
        entry: matrixAuditEntry(null, matrix),
      };
    });
  }

  /** `PUT` and `PATCH /risk-matrices/{id}`. */
  change(principal: Principal, id: string, body: ChangeRiskMatrixBody, now: Date): Promise<RiskMatrix> {
    return this.writeAndPublish(principal, async (client) => {
      const before = await this.requireOwnMatrix(client, principal, id);
      checkVersion(before, body);
      const after: RiskMatrix = {
        ...before,
        ...matrixFromBody(body, before),
        version: before.version + 1,
        updatedBy: principal.actor.id,
        updatedAt: now,
      };
      const rules = await findRulesOfMatrix(client, principal.organizationId, id);
      if (after.key !== before.key && rules.length > 0)
        throw invalid({ key: `key cannot change while rules name it: ${rules[0]!.key}` });
      if (isMatrixRunning(before) || isMatrixRunning(after)) assertCanPublish(principal);
      await storeRiskMatrix(client, after);
      const isNamed = rules.some(({ status }) => status === 'active' || status === 'shadow');
      const isNewSet = isMatrixRunning(before) || isMatrixRunning(after) || isNamed;
      return { value: after, changesRuleSet: isNewSet, entry: matrixAuditEntry(before, after) };
    });
  }

  /** `DELETE /risk-matrices/{id}`. Rules that name it keep doing so; it runs no more. */
  async archive(principal: Principal, id: string, force: boolean, now: Date): Promise<void> {
    await this.writeAndPublish(principal, async (client) => {
      const { organizationId } = principal;
      const updatedBy = principal.actor.id;
      const before = await this.requireOwnMatrix(client, principal, id);
      if (isMatrixRunning(before)) assertCanPublish(principal);
      if (await isMatrixAssigned(client, organizationId, id)) {
        if (!force) throw matrixInUse(id, await readMatrixDefaults(client, organizationId));
        await unassignMatrix(client, organizationId, id);
      }
      const version = before.version + 1;
      const after: RiskMatrix = { ...before, status: 'archived', version, updatedBy, updatedAt: now };
      await storeRiskMatrix(client, after);
      return { value: undefined, changesRuleSet: isMatrixRunning(before), entry: matrixAuditEntry(before, after) };
    });
  }

  /** `PUT /risk-matrices/{id}/rules`. */
  replaceRules(principal: Principal, id: string, body: MatrixRulesBody, now: Date): Promise<RiskMatrix> {
    return this.writeAndPublish(principal, async (client) => {
      const matrix = await this.requireOwnMatrix(client, principal, id);
      const rules = { matrixId: id, ruleIds: body.ruleIds, reason: body.reason ?? null, now };
      return { value: matrix, changesRuleSet: await replaceMatrixRules(client, principal, rules) };
    });
  }

  private async requireOwnMatrix(client: Transaction, { organizationId }: Principal, id: string): Promise<RiskMatrix> {
    const found = await findRiskMatrix(client, organizationId, id);
    if (found && found.status !== 'archived') return found;
    const shared = await findSharedResources(client, organizationId, 'risk_matrix');
    if (shared.some(({ resourceId }) => resourceId === id.toLowerCase())) throw readOnlyMatrix();
    throw matrixNotFound();
  }

  private async writeAndPublish<T>(
    principal: Principal,
    work: (client: Transaction) => Promise<WriteResult<T>>,
  ): Promise<T> {
    const { organizationId } = principal;
    try {
      return await this.database.transaction(organizationId, async (client) => {
        await lockPublishing(client, organizationId);
        const { value, changesRuleSet: isNewSet, entry } = await work(client);
        if (isNewSet) await publishRules(client, principal, null);
        await recordAudit(client, byPrincipal(principal), entry ? [entry] : []);
        return value;
      });
    } catch (error) {
      throw toDuplicateMatrixError(error);
    }
  }
}

function checkVersion({ version }: RiskMatrix, { ifVersion }: ChangeRiskMatrixBody): void {
  if (ifVersion == null || ifVersion === version) return;
  throw new ApiError('VERSION_CONFLICT', `The risk matrix has version ${version} by now`, { currentVersion: version });
}

function matrixInUse(id: string, defaults: MatrixDefaults): ApiError {
  const targets = Object.entries(defaults).flatMap(([target, ids]) => (ids.includes(id) ? [target] : []));
  return new ApiError('RISK_MATRIX_IN_USE', 'The risk matrix is a default or assigned to entities', {
    defaults: targets,
  });
}
