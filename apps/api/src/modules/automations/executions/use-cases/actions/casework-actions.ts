import { Injectable } from '@nestjs/common';

import { assertPermission } from '../../../../../platform/auth/index.js';
import { ChangeAlert, RaiseAlert } from '../../../../casework/alerts/index.js';
import { ChangeCase } from '../../../../casework/cases/index.js';
import type {
  AddNoteConfig,
  AssignInvestigationConfig,
  CreateAlertConfig,
  CreateInvestigationConfig,
} from '../../../definitions/index.js';
import { type ActionContext, type ActionResult, requireId } from './action-context.js';

/** Actions on alerts and cases. */
@Injectable()
export class CaseworkActions {
  constructor(
    private readonly alerts: RaiseAlert,
    private readonly changes: ChangeAlert,
    private readonly cases: ChangeCase,
  ) {}

  async createAlert({ principal, trigger }: ActionContext, config: CreateAlertConfig): Promise<ActionResult> {
    const isNamed = config.targetEntityId !== undefined || config.transactionId !== undefined;
    const about = isNamed ? {} : { targetEntityId: trigger.entityId, transactionId: trigger.transactionId };
    const { targetEntityId, transactionId } = { ...config, ...about };
    const alert = await this.alerts.create(principal, {
      ...config,
      targetEntityId: targetEntityId ?? null,
      transactionId: transactionId ?? null,
    });
    return { id: alert.id };
  }

  async createInvestigation(
    { principal, trigger }: ActionContext,
    config: CreateInvestigationConfig,
  ): Promise<ActionResult> {
    const { dueDate, alertIds = trigger.alertId === undefined ? [] : [trigger.alertId], ...rest } = config;
    const entityId = config.entityId ?? trigger.entityId ?? null;
    const opened = await this.cases.open(principal, {
      ...{ ...rest, alertIds, entityId },
      ...(dueDate !== undefined && { dueDate: new Date(dueDate) }),
    });
    return { id: opened.id, investigationNumber: opened.investigationNumber };
  }

  async assignInvestigation(
    { principal, trigger }: ActionContext,
    { investigationId, ...request }: AssignInvestigationConfig,
  ): Promise<ActionResult> {
    const id = requireId(investigationId, trigger.investigationId, 'investigationId');
    const { assignmentId } = await this.cases.assign(principal, id, request);
    return { assignmentId };
  }

  async addNote({ principal, trigger }: ActionContext, config: AddNoteConfig): Promise<ActionResult> {
    const { investigationId, alertId, body } = config;
    const isAboutCase =
      investigationId !== undefined || (alertId === undefined && trigger.investigationId !== undefined);
    if (!isAboutCase) assertPermission(principal, 'alerts:edit');
    const note = isAboutCase
      ? await this.cases.addNote(
          principal,
          requireId(investigationId, trigger.investigationId, 'investigationId'),
          body,
        )
      : await this.changes.addNote(principal, requireId(alertId, trigger.alertId, 'alertId'), body);
    return { id: note.id };
  }
}
