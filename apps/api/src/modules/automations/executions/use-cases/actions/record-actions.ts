import { Injectable } from '@nestjs/common';
import { canRuleSetStatus } from '@tamis/library';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../../../platform/audit/index.js';
import { ApiError } from '../../../../../platform/http/index.js';
import { appendRuleItems } from '../../../../decisions/data-lists/index.js';
import { EvaluateOnDemand } from '../../../../decisions/evaluations/index.js';
import { ChangeStatus, TransactionRecordSource } from '../../../../events/transactions/index.js';
import { ChangeValidations, CreateValidation } from '../../../../kyc/validations/index.js';
import { ChangeEntity, EvaluatedEntities } from '../../../../parties/entities/index.js';
import type {
  AddToDataListConfig,
  RunRiskMatrixConfig,
  StartKycValidationConfig,
  UpdateEntityAttributesConfig,
  UpdateEntityStatusConfig,
  UpdateTransactionStatusConfig,
} from '../../../definitions/index.js';
import { StepError } from '../../domain/step-error.js';
import { type ActionContext, type ActionResult, requireId } from './action-context.js';

/** Actions on entities, transactions and lists, and rule evaluations on them. */
@Injectable()
export class RecordActions {
  constructor(
    private readonly entities: ChangeEntity,
    private readonly evaluated: EvaluatedEntities,
    private readonly transactions: TransactionRecordSource,
    private readonly moves: ChangeStatus,
    private readonly rules: EvaluateOnDemand,
    private readonly validations: CreateValidation,
    private readonly links: ChangeValidations,
  ) {}

  /**
   * Sets a status with the same restrictions as rules: only allowed transitions, and not if somebody has locked it. Rules are evaluated as
   * if a person had set it.
   */
  async updateEntityStatus(context: ActionContext, config: UpdateEntityStatusConfig): Promise<ActionResult> {
    const { principal, trigger, now } = context;
    const id = requireId(config.entityId, trigger.entityId, 'entityId');
    const { status, reason = `set by the automation ${principal.actor.name}` } = config;
    const { before, after, changes } = await this.entities.change(
      principal,
      { id },
      (row) => {
        if (row.status === status) return {};
        if (row.statusLocked) throw new StepError('STATUS_LOCKED', 'The status of the entity is locked');
        if (!canRuleSetStatus(row.status, status))
          throw new StepError('STATUS_NOT_SET', 'An automation cannot revert the status of the entity');
        return { status, reason };
      },
      now,
    );
    const outcome = changes.length > 0 ? 'set' : 'unchanged';
    return { outcome, previousStatus: before.status, status: after.status };
  }

  async updateEntityAttributes(context: ActionContext, config: UpdateEntityAttributesConfig): Promise<ActionResult> {
    const id = requireId(config.entityId, context.trigger.entityId, 'entityId');
    const patch = { attributesJson: JSON.stringify(config.attributes), attributesOnly: true };
    const { changes } = await this.entities.change(context.principal, { id }, () => patch, context.now);
    return { outcome: changes.length > 0 ? 'set' : 'unchanged' };
  }

  async updateTransactionStatus(context: ActionContext, config: UpdateTransactionStatusConfig): Promise<ActionResult> {
    const id = requireId(config.transactionId, context.trigger.transactionId, 'transactionId');
    const { status, reason = null, comment = null } = config;
    try {
      await this.moves.change(context.principal, { id }, { status, reason, comment, executeRules: true });
      return { outcome: 'set', status };
    } catch (error) {
      if (error instanceof ApiError && error.code === 'NO_CHANGES') return { outcome: 'unchanged', status };
      throw error;
    }
  }

  async addToDataList({ client, principal, now }: ActionContext, config: AddToDataListConfig): Promise<ActionResult> {
    const { organizationId, actor } = principal;
    const { listId, primaryValue: value, reason = null } = config;
    const addition = { listId, value, reason, addedBy: { type: 'automation', id: actor.id } } as const;
    const [outcome] = await appendRuleItems(client, organizationId, [addition], now);
    if (outcome === 'not_allowed')
      throw new StepError('LIST_NOT_WRITABLE', 'Automations can only add to active lists of type custom');
    if (outcome === 'too_long') throw new StepError('LIST_VALUE_TOO_LONG', 'The value is longer than a list can hold');
    if (outcome === 'added') await recordAudit(client, byPrincipal(principal), [itemEntry(listId)]);
    return { outcome: outcome! };
  }

  async runRiskMatrix({ principal, trigger }: ActionContext, config: RunRiskMatrixConfig): Promise<ActionResult> {
    const { organizationId } = principal;
    const { entityId, transactionId = entityId === undefined ? trigger.transactionId : undefined } = config;
    const record =
      transactionId === undefined
        ? await this.evaluated.find(organizationId, requireId(entityId, trigger.entityId, 'entityId'))
        : await this.transactions.find(organizationId, transactionId);
    const report = await this.rules.evaluate(principal, record, {
      matrixIds: config.riskMatrixIds ?? [],
      trigger: trigger.type === 'scheduled' ? 'scheduled' : 'manual',
    });
    const { run, outcome } = report.decided;
    return { evaluationId: run.evaluationId, decision: outcome.decision, riskScore: outcome.riskScore };
  }

  /** Sends the link only to the person; it does not appear in any log. */
  async startKycValidation(context: ActionContext, config: StartKycValidationConfig): Promise<ActionResult> {
    const { client, principal, trigger, now } = context;
    const { sendEmail = true, ...request } = config;
    const entityId = requireId(config.entityId, trigger.entityId, 'entityId');
    const { validation, link } = await this.validations.create(principal, { ...request, entityId }, now);
    const emailed = sendEmail && (await this.links.email(client, validation, link, now));
    return { validationId: validation.id, status: validation.status, emailed };
  }
}

const itemEntry = (listId: string): AuditEntry => ({
  event: 'data_list_items_added',
  resourceType: 'data_list',
  resourceId: listId,
  summary: '1 item added',
});
