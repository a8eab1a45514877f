import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { newId, type TransactionClient, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError, invalid } from '../../../platform/http/index.js';
import {
  findRiskMatrices,
  findRiskMatrix,
  findSharedResources,
  isMatrixAssigned,
  isRunning,
  lockPublishing,
  type MatrixDefaults,
  matrixStored,
  readMatrixDefaults,
  storeRiskMatrix,
  unassignMatrix,
  type RiskMatrix,
} from '../../decisions/rule-sets/index.js';
import { findRulesOfMatrix, needPublishing, publishRules, replaceMatrixRules } from '../rules/index.js';
import { writtenMatrix } from './written-matrix.js';
import type { ChangeRiskMatrixBody, CreateRiskMatrixBody, MatrixRulesBody } from './risk-matrix.bodies.js';
import { asDuplicateMatrix, matrixNotFound, nameTaken, readOnly } from './matrix-errors.js';

/** What was stored, whether it changes what decides, and what the audit trail says of it beside the rules. */
interface Written<T> {
  readonly value: T;
  readonly isNewSet: boolean;
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
      ...writtenMatrix(body, null),
      version: 1,
      createdBy: actor.id,
      createdAt: now,
      updatedBy: actor.id,
      updatedAt: now,
    };
    return this.publishing(principal, async (client) => {
      // Two of one name have one key as well, where it is made from the name: it is the name that is told.
      const others = await findRiskMatrices(client, organizationId);
      if (others.some(({ name, status }) => name === matrix.name && status !== 'archived')) throw nameTaken();
      await storeRiskMatrix(client, matrix);
      const { ruleIds, reason } = body;
      const rules = { matrixId: matrix.id, ruleIds: ruleIds ?? [], reason: reason ?? null, now };
      const changed = await replaceMatrixRules(client, principal, rules);
      if (isRunning(matrix)) needPublishing(principal);
      return { value: matrix, isNewSet: isRunning(matrix) || changed, entry: matrixStored(null, matrix) };
    });
  }

  /** `PUT` and `PATCH /risk-matrices/{id}`. */
  change(principal: Principal, id: string, body: ChangeRiskMatrixBody, now: Date): Promise<RiskMatrix> {
    return this.publishing(principal, async (client) => {
      const before = await this.find(client, principal, id);
      checkVersion(before, body);
      const after: RiskMatrix = {
        ...before,
        ...writtenMatrix(body, before),
        version: before.version + 1,
        updatedBy: principal.actor.id,
        updatedAt: now,
      };
      const rules = await findRulesOfMatrix(client, principal.organizationId, id);
      if (after.key !== before.key && rules.length > 0)
        throw invalid({ key: `key cannot change while rules name it: ${rules[0]!.key}` });
      if (isRunning(before) || isRunning(after)) needPublishing(principal);
      await storeRiskMatrix(client, after);
      const isNamed = rules.some(({ status }) => status === 'active' || status === 'shadow');
      const isNewSet = isRunning(before) || isRunning(after) || isNamed;
      return { value: after, isNewSet, entry: matrixStored(before, after) };
    });
  }

  /** `DELETE /risk-matrices/{id}`. Rules that name it keep doing so; it runs no more. */
  async archive(principal: Principal, id: string, force: boolean, now: Date): Promise<void> {
    await this.publishing(principal, async (client) => {
      const { organizationId } = principal;
      const updatedBy = principal.actor.id;
      const before = await this.find(client, principal, id);
      if (isRunning(before)) needPublishing(principal);
      if (await isMatrixAssigned(client, organizationId, id)) {
        if (!force) throw inUse(id, await readMatrixDefaults(client, organizationId));
        await unassignMatrix(client, organizationId, id);
      }
      const version = before.version + 1;
      const after: RiskMatrix = { ...before, status: 'archived', version, updatedBy, updatedAt: now };
      await storeRiskMatrix(client, after);
      return { value: undefined, isNewSet: isRunning(before), entry: matrixStored(before, after) };
    });
  }

  /** `PUT /risk-matrices/{id}/rules`. */
  replaceRules(principal: Principal, id: string, body: MatrixRulesBody, now: Date): Promise<RiskMatrix> {
    return this.publishing(principal, async (client) => {
      const matrix = await this.find(client, principal, id);
      const rules = { matrixId: id, ruleIds: body.ruleIds, reason: body.reason ?? null, now };
      return { value: matrix, isNewSet: await replaceMatrixRules(client, principal, rules) };
    });
  }

  private async find(client: TransactionClient, { organizationId }: Principal, id: string): Promise<RiskMatrix> {
    const found = await findRiskMatrix(client, organizationId, id);
    if (found && found.status !== 'archived') return found;
    const shared = await findSharedResources(client, organizationId, 'risk_matrix');
    if (shared.some(({ resourceId }) => resourceId === id.toLowerCase())) throw readOnly();
    throw matrixNotFound();
  }

  private async publishing<T>(
    principal: Principal,
    work: (client: TransactionClient) => Promise<Written<T>>,
  ): Promise<T> {
    const { organizationId } = principal;
    try {
      return await this.database.transaction(organizationId, async (client) => {
        await lockPublishing(client, organizationId);
        const { value, isNewSet, entry } = await work(client);
        if (isNewSet) await publishRules(client, principal, null);
        await recordAudit(client, byPrincipal(principal), entry ? [entry] : []);
        return value;
      });
    } catch (error) {
      throw asDuplicateMatrix(error);
    }
  }
}

function checkVersion({ version }: RiskMatrix, { ifVersion }: ChangeRiskMatrixBody): void {
  if (ifVersion == null || ifVersion === version) return;
  throw new ApiError('VERSION_CONFLICT', `The risk matrix has version ${version} by now`, { currentVersion: version });
}

function inUse(id: string, defaults: MatrixDefaults): ApiError {
  const targets = Object.entries(defaults).flatMap(([target, ids]) => (ids.includes(id) ? [target] : []));
  return new ApiError('RISK_MATRIX_IN_USE', 'The risk matrix is a default or assigned to entities', {
    defaults: targets,
  });
}
