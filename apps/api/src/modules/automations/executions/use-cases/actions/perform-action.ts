import { Injectable } from '@nestjs/common';

import { validateElement } from '../../../../../platform/http/index.js';
import {
  actionConfigs,
  type ActionType,
  type AddNoteConfig,
  type AddToDataListConfig,
  type AssignInvestigationConfig,
  type CreateAlertConfig,
  type CreateInvestigationConfig,
  type JsonObject,
  type RunRiskMatrixConfig,
  type SendEmailConfig,
  type SendNotificationConfig,
  type SendWebhookConfig,
  type StartKycValidationConfig,
  type UpdateEntityAttributesConfig,
  type UpdateEntityStatusConfig,
  type UpdateTransactionStatusConfig,
} from '../../../definitions/index.js';
import type { ActionContext, ActionResult } from './action-context.js';
import { CaseworkActions } from './casework-actions.js';
import { MessageActions } from './message-actions.js';
import { RecordActions } from './record-actions.js';

type Perform = (context: ActionContext, config: never) => Promise<ActionResult>;

/** Actions performed by the step itself, or by calling a provider. */
export type OwnWay = 'wait' | 'set_variable' | 'run_enrichment';

/** Performs an action in the transaction of its step. */
@Injectable()
export class PerformAction {
  private readonly performers: Readonly<Record<Exclude<ActionType, OwnWay>, Perform>>;

  constructor(casework: CaseworkActions, records: RecordActions, messages: MessageActions) {
    this.performers = {
      create_alert: (context, config: CreateAlertConfig) => casework.createAlert(context, config),
      create_investigation: (context, config: CreateInvestigationConfig) =>
        casework.createInvestigation(context, config),
      assign_investigation: (context, config: AssignInvestigationConfig) =>
        casework.assignInvestigation(context, config),
      add_note: (context, config: AddNoteConfig) => casework.addNote(context, config),
      update_entity_status: (context, config: UpdateEntityStatusConfig) => records.updateEntityStatus(context, config),
      update_entity_attributes: (context, config: UpdateEntityAttributesConfig) =>
        records.updateEntityAttributes(context, config),
      update_transaction_status: (context, config: UpdateTransactionStatusConfig) =>
        records.updateTransactionStatus(context, config),
      add_to_data_list: (context, config: AddToDataListConfig) => records.addToDataList(context, config),
      run_risk_matrix: (context, config: RunRiskMatrixConfig) => records.runRiskMatrix(context, config),
      start_kyc_validation: (context, config: StartKycValidationConfig) => records.startKycValidation(context, config),
      send_email: (context, config: SendEmailConfig) => messages.sendEmail(context, config),
      send_webhook: (context, config: SendWebhookConfig) => messages.sendWebhook(context, config),
      send_notification: (context, config: SendNotificationConfig) => messages.sendNotification(context, config),
    };
  }

  /** Performs an action. Throws the errors of the use case, and 400 if the config is invalid once its placeholders are filled in. */
  perform(type: Exclude<ActionType, OwnWay>, context: ActionContext, config: JsonObject): Promise<ActionResult> {
    return this.performers[type](context, readConfig(type, config) as never);
  }
}

/** Reads a config with its placeholders filled in, validated like the body of the corresponding endpoint. Throws 400. */
export const readConfig = (type: ActionType, config: JsonObject): object =>
  validateElement(actionConfigs[type], config);
