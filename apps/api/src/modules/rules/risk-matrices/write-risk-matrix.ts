import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { newId, type Transaction, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError, checkVersion, invalid } from '../../../platform/http/index.js';
import {
  findChildShares,
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
import { findSettings } from '../../tenancy/organization-settings/index.js';
import {
  type AppliedOrPending,
  type ApprovableAction,
  findRulesOfMatrix,
  assertCanPublish,
  assertKeyNotShared,
  outdatedByMatrixChange,
  type PerformedChange,
  publishRules,
  replaceMatrixRules,
  revokeShares,
  SecondPerson,
  withdrawOutdated,
} from '../rules/index.js';
import { matrixFromBody } from './matrix-from-body.js';
import type { ChangeRiskMatrixBody, CreateRiskMatrixBody, MatrixRulesBody } from './risk-matrix.bodies.js';
import { toDuplicateMatrixError, matrixNotFound, duplicateName, readOnlyMatrix } from './matrix-errors.js';

/** What was stored, whether it changes decisions, and its audit entry in addition to those of rules. */
interface WriteResult<T> {
  readonly value: T;
  readonly changesRuleSet: boolean;
  /** Whether approval by a second person is requested if the policy requires one; by default, if it changes decisions. */
  readonly waits?: boolean;
  readonly entry?: AuditEntry;
}

/** A change of one matrix; `body` is null to archive it, with `force` even if it is assigned. */
interface MatrixRequest {
  readonly id: string;
  readonly body: ChangeRiskMatrixBody | null;
  readonly force?: boolean;
}

interface MatrixRulesRequest {
  readonly id: string;
  readonly body: MatrixRulesBody;
}

/**
 * Stores matrices and their rules. A change that affects decisions puts a new rule set in force in the same transaction, or waits for a
 * second person if the policy of the organization requires one.
 */
@Injectable()
export class WriteRiskMatrix {
  private readonly matrixChange: ApprovableAction<MatrixRequest, RiskMatrix> = {
    action: 'matrix',
    permission: ({ body }) => (body ? 'risk_matrices:edit' : 'risk_matrices:delete'),
    describe: async (client, organizationId, request) => {
      const { id: riskMatrixId, key, version } = (await findRiskMatrix(client, organizationId, request.id))!;
      const what = `${request.body ? 'change' : 'end'} of the risk matrix ${key}`;
      return { riskMatrixId, version, request, reason: null, what };
    },
    perform: (client, principal, { id, body, force }, now) =>
      this.publishWritten(client, principal, id, () =>
        body
          ? this.storeChange(client, principal, { id, body }, now)
          : this.storeArchived(client, principal, { id, force: force === true }, now),
      ),
  };

  private readonly rulesChange: ApprovableAction<MatrixRulesRequest, RiskMatrix> = {
    action: 'matrix_rules',
    permission: () => 'risk_matrices:edit',
    describe: async (client, organizationId, request) => {
      const { id: riskMatrixId, key, version } = (await findRiskMatrix(client, organizationId, request.id))!;
      const { reason = null } = request.body;
      return { riskMatrixId, version, request, reason, what: `rules of the risk matrix ${key}` };
    },
    perform: (client, principal, { id, body }, now) =>
      this.publishWritten(client, principal, id, async () => {
        const matrix = await this.requireOwnMatrix(client, principal, id);
        const rules = { matrixId: id, ruleIds: body.ruleIds, reason: body.reason ?? null, now };
        return { value: matrix, changesRuleSet: await replaceMatrixRules(client, principal, rules) };
      }),
  };

  constructor(
    private readonly database: TenantDatabase,
    private readonly secondPerson: SecondPerson,
  ) {
    secondPerson.register(this.matrixChange);
    secondPerson.register(this.rulesChange);
  }

  /**
   * `POST /risk-matrices`. Throws 422 `EVIDENCE_MISSING` if it would affect decisions immediately and the policy requires a second person.
   */
  async create(principal: Principal, body: CreateRiskMatrixBody, now: Date): Promise<RiskMatrix> {
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
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const { value, waits } = await this.publishWritten(client, principal, matrix.id, () =>
        this.storeNew(client, principal, { matrix, body }, now),
      );
      const { rulePolicy } = await findSettings(client, organizationId);
      if (waits && rulePolicy.requireSecondPerson) throw secondPersonMissing();
      return value;
    });
  }

  /** `PUT` and `PATCH /risk-matrices/{id}`. */
  change(
    principal: Principal,
    id: string,
    body: ChangeRiskMatrixBody,
    now: Date,
  ): Promise<AppliedOrPending<RiskMatrix>> {
    return this.secondPerson.submit(principal, this.matrixChange, { id, body }, now);
  }

  /** `DELETE /risk-matrices/{id}`. Rules that name it keep doing so, but it no longer runs. */
  archive(principal: Principal, id: string, force: boolean, now: Date): Promise<AppliedOrPending<RiskMatrix>> {
    return this.secondPerson.submit(principal, this.matrixChange, { id, body: null, force }, now);
  }

  /** `PUT /risk-matrices/{id}/rules`. */
  replaceRules(
    principal: Principal,
    id: string,
    body: MatrixRulesBody,
    now: Date,
  ): Promise<AppliedOrPending<RiskMatrix>> {
    return this.secondPerson.submit(principal, this.rulesChange, { id, body }, now);
  }

  private async storeNew(
    client: Transaction,
    principal: Principal,
    { matrix, body }: { readonly matrix: RiskMatrix; readonly body: CreateRiskMatrixBody },
    now: Date,
  ): Promise<WriteResult<RiskMatrix>> {
    // Two matrices with the same name also have the same key if it is derived from the name; the name is then reported.
    const others = await findRiskMatrices(client, principal.organizationId);
    if (others.some(({ name, status }) => name === matrix.name && status !== 'archived')) throw duplicateName();
    await assertKeyNotShared(client, principal.organizationId, matrix.key);
    await storeRiskMatrix(client, matrix);
    const rules = { matrixId: matrix.id, ruleIds: body.ruleIds ?? [], reason: body.reason ?? null, now };
    const changed = await replaceMatrixRules(client, principal, rules);
    if (isMatrixRunning(matrix)) assertCanPublish(principal);
    const changesRuleSet = isMatrixRunning(matrix) || changed;
    return { value: matrix, changesRuleSet, entry: matrixAuditEntry(null, matrix) };
  }

  private async storeChange(
    client: Transaction,
    principal: Principal,
    { id, body }: { readonly id: string; readonly body: ChangeRiskMatrixBody },
    now: Date,
  ): Promise<WriteResult<RiskMatrix>> {
    const before = await this.requireOwnMatrix(client, principal, id);
    checkVersion('The risk matrix', before.version, body.ifVersion);
    const asked: RiskMatrix = { ...before, ...matrixFromBody(body, before) };
    if (isDeepStrictEqual(asked, before)) return { value: before, changesRuleSet: false };
    const version = before.version + 1;
    const after: RiskMatrix = { ...asked, version, updatedBy: principal.actor.id, updatedAt: now };
    const rules = await findRulesOfMatrix(client, principal.organizationId, id);
    if (after.key !== before.key && rules.length > 0)
      throw invalid({ key: `key cannot be changed while rules name it: ${rules[0]!.key}` });
    if (after.key !== before.key) await assertKeyNotShared(client, principal.organizationId, after.key);
    if (isMatrixRunning(before) || isMatrixRunning(after)) assertCanPublish(principal);
    await storeRiskMatrix(client, after);
    const isNamed = rules.some(({ status }) => status === 'active' || status === 'shadow');
    const isNewSet = isMatrixRunning(before) || isMatrixRunning(after) || isNamed;
    const waits = isNewSet && !isDeepStrictEqual(decidingPart(before), decidingPart(after));
    return { value: after, changesRuleSet: isNewSet, waits, entry: matrixAuditEntry(before, after) };
  }

  private async storeArchived(
    client: Transaction,
    principal: Principal,
    { id, force }: { readonly id: string; readonly force: boolean },
    now: Date,
  ): Promise<WriteResult<RiskMatrix>> {
    const { organizationId } = principal;
    const updatedBy = principal.actor.id;
    const before = await this.requireOwnMatrix(client, principal, id);
    if (isMatrixRunning(before)) assertCanPublish(principal);
    if (await isMatrixAssigned(client, organizationId, id)) {
      if (!force) throw matrixInUse(id, await readMatrixDefaults(client, organizationId));
      await unassignMatrix(client, organizationId, id);
    }
    const shares = await findChildShares(client, organizationId, 'risk_matrix', id);
    const childIds = shares.map((each) => each.organizationId);
    const share = { type: 'risk_matrix', resourceId: id, name: before.name } as const;
    await revokeShares(client, byPrincipal(principal), share, { childIds, force });
    const version = before.version + 1;
    const after: RiskMatrix = { ...before, status: 'archived', version, updatedBy, updatedAt: now };
    await storeRiskMatrix(client, after);
    return { value: after, changesRuleSet: isMatrixRunning(before), entry: matrixAuditEntry(before, after) };
  }

  private async requireOwnMatrix(client: Transaction, { organizationId }: Principal, id: string): Promise<RiskMatrix> {
    const found = await findRiskMatrix(client, organizationId, id);
    if (found && found.status !== 'archived') return found;
    const shared = await findSharedResources(client, organizationId, 'risk_matrix');
    if (shared.some(({ resourceId }) => resourceId === id)) throw readOnlyMatrix();
    throw matrixNotFound();
  }

  /** Pending approvals for the matrix refer to its previous version. The caller must hold `lockPublishing`. */
  private async publishWritten(
    client: Transaction,
    principal: Principal,
    id: string,
    work: () => Promise<WriteResult<RiskMatrix>>,
  ): Promise<PerformedChange<RiskMatrix>> {
    const {
      value,
      changesRuleSet,
      entry,
      waits = changesRuleSet,
    } = await work().catch((error: unknown) => {
      throw toDuplicateMatrixError(error);
    });
    if (changesRuleSet || entry) await withdrawOutdated(client, byPrincipal(principal), outdatedByMatrixChange(id));
    if (changesRuleSet) await publishRules(client, principal, null);
    await recordAudit(client, byPrincipal(principal), entry ? [entry] : []);
    return { value, waits };
  }
}

/** Returns the part of a matrix that affects decisions; the rest is for people. */
const decidingPart = (matrix: RiskMatrix) => {
  const { key, status, targetEntityTypes, scoringConfig, decisions, triggers, evaluationTriggers } = matrix;
  return { key, status, targetEntityTypes, scoringConfig, decisions, triggers, evaluationTriggers };
};

function secondPersonMissing(): ApiError {
  const message =
    'a matrix that decides must be approved by a second person: create it as a draft and activate it with a change';
  return new ApiError('EVIDENCE_MISSING', message, { requireSecondPerson: message });
}

function matrixInUse(id: string, defaults: MatrixDefaults): ApiError {
  const targets = Object.entries(defaults).flatMap(([target, ids]) => (ids.includes(id) ? [target] : []));
  return new ApiError('RISK_MATRIX_IN_USE', 'The risk matrix is a default or assigned to entities', {
    defaults: targets,
  });
}
