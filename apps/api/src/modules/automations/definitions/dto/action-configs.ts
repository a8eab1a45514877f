import type { Type } from '@nestjs/common';

import {
  BooleanField,
  EnumField,
  InstantField,
  IntegerField,
  JsonObjectField,
  NameField,
  TextArrayField,
  TextField,
  UuidArrayField,
  UuidField,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { assigneeTypes, type AssigneeType, severities, type Severity } from '../../../casework/alerts/index.js';
import type { EntityStatus } from '../../../parties/entities/index.js';
import { linkLimits } from '../../../kyc/links/index.js';
import { ruleEntityStatuses, transactionReasons, transactionStatuses } from '@tamis/library';
import type { ActionType } from '../domain/actions.js';

const ofTheEvent = 'Default: the record of the event';

export class CreateAlertConfig {
  @NameField({ required: true, max: 255 }) name!: string;
  @EnumField(severities, 'AlertSeverity', { required: true }) severity!: Severity;
  @UuidField({ description: ofTheEvent, refersTo: 'entity' }) targetEntityId?: string;
  @UuidField({ description: ofTheEvent, refersTo: 'transaction' }) transactionId?: string;
  @TextField({ max: 100 }) category?: string;
  @TextField({ max: 5_000 }) description?: string;
}

export class CreateInvestigationConfig {
  @NameField({ required: true, max: 255 }) name!: string;
  @TextField({ max: 5_000 }) description?: string;
  @EnumField(severities, 'AlertSeverity') priority?: Severity;
  @UuidField({ description: ofTheEvent, refersTo: 'entity' }) entityId?: string;
  @UuidArrayField({ max: 100, description: ofTheEvent, refersTo: 'alert' }) alertIds?: string[];
  @UuidField({ refersTo: 'assignee' }) assignedTo?: string;
  @EnumField(assigneeTypes, 'AssigneeType') assignedToType?: AssigneeType;
  @InstantField() dueDate?: string;
  @TextArrayField({ max: 20, maxText: 50 }) tags?: string[];
}

export class AssignInvestigationConfig {
  @UuidField({ description: ofTheEvent, refersTo: 'case' }) investigationId?: string;
  @UuidField({ required: true, refersTo: 'assignee' }) assignedTo!: string;
  @EnumField(assigneeTypes, 'AssigneeType') assignedToType?: AssigneeType;
  @TextField({ max: limits.reasonCharacters }) reason?: string;
}

export class AddNoteConfig {
  @UuidField({ description: ofTheEvent, refersTo: 'case' }) investigationId?: string;
  @UuidField({ description: ofTheEvent, refersTo: 'alert' }) alertId?: string;
  @NameField({ required: true, max: 10_000 }) body!: string;
}

export class UpdateEntityStatusConfig {
  @UuidField({ description: ofTheEvent, refersTo: 'entity' }) entityId?: string;
  @EnumField(ruleEntityStatuses, 'RuleEntityStatus', {
    required: true,
    description: 'A status that rules can also set',
  })
  status!: EntityStatus;
  @TextField({ max: limits.reasonCharacters }) reason?: string;
}

export class UpdateEntityAttributesConfig {
  @UuidField({ description: ofTheEvent, refersTo: 'entity' }) entityId?: string;
  @JsonObjectField({ required: true }) attributes!: Readonly<Record<string, unknown>>;
}

export class UpdateTransactionStatusConfig {
  @UuidField({ description: ofTheEvent, refersTo: 'transaction' }) transactionId?: string;
  @EnumField(transactionStatuses, 'TransactionStatus', { required: true }) status!: string;
  @EnumField(transactionReasons, 'TransactionReason') reason?: string;
  @TextField({ max: limits.reasonCharacters }) comment?: string;
}

export class AddToDataListConfig {
  @UuidField({ required: true, refersTo: 'data_list' }) listId!: string;
  @TextField({ required: true, max: 1_000 }) primaryValue!: string;
  @TextField({ max: limits.reasonCharacters }) reason?: string;
}

export class RunRiskMatrixConfig {
  @UuidField({ description: ofTheEvent, refersTo: 'entity' }) entityId?: string;
  @UuidField({ description: ofTheEvent, refersTo: 'transaction' }) transactionId?: string;
  @UuidArrayField({ max: 20, description: 'Default: those of the record', refersTo: 'risk_matrix' })
  riskMatrixIds?: string[];
}

export class RunEnrichmentConfig {
  @UuidField({ description: ofTheEvent, refersTo: 'entity' }) entityId?: string;
  @TextArrayField({ required: true, min: 1, max: 20, maxText: 100, refersTo: 'integration' })
  integrationCodes!: string[];
  @JsonObjectField() parameters?: Readonly<Record<string, unknown>>;
}

export class SendWebhookConfig {
  @UuidField({ required: true, description: 'Id of a webhook of the organization', refersTo: 'webhook' })
  webhookId!: string;
  @JsonObjectField({ description: 'Payload to send; default: the data of the event' })
  payload?: Readonly<Record<string, unknown>>;
}

export class SendNotificationConfig {
  @TextArrayField({
    max: 50,
    maxText: 254,
    description: 'User ids or email addresses of members; default: the owners',
    refersTo: 'member',
  })
  recipients?: string[];
  @NameField({ required: true, max: 255 }) title!: string;
  @TextField({ max: 5_000 }) body?: string;
}

export class SendEmailConfig {
  @TextArrayField({ required: true, min: 1, max: 20, maxText: limits.emailCharacters, description: 'Addresses' })
  to!: string[];
  @NameField({ required: true, max: 255 }) subject!: string;
  @NameField({ required: true, max: 20_000 }) body!: string;
}

export class WaitConfig {
  @TextField({ max: 1_000, description: 'Question shown to the person who continues the execution' }) message?: string;
}

export class SetVariableConfig {
  @TextField({ required: true, max: 100, pattern: /^[A-Za-z_]\w*$/, patternMessage: '$property must be a name' })
  name!: string;
  @TextField({ required: true, max: 10_000 }) value!: string;
}

export class StartKycValidationConfig {
  @UuidField({ description: ofTheEvent, refersTo: 'entity' }) entityId?: string;
  @TextField({ max: 100, refersTo: 'kyc_integration' }) integrationCode?: string;
  @TextField({ max: 35 }) language?: string;
  @IntegerField({ min: 1, max: linkLimits.expiryHours.most }) expiresInHours?: number;
  @BooleanField({ description: 'Default false; true replaces a validation that is still open' }) force?: boolean;
  @BooleanField({ description: 'Default true: the person is sent the link, where they have an address' })
  sendEmail?: boolean;
}

export const actionConfigs: Readonly<Record<ActionType, Type<object>>> = {
  create_alert: CreateAlertConfig,
  create_investigation: CreateInvestigationConfig,
  assign_investigation: AssignInvestigationConfig,
  add_note: AddNoteConfig,
  update_entity_status: UpdateEntityStatusConfig,
  update_entity_attributes: UpdateEntityAttributesConfig,
  update_transaction_status: UpdateTransactionStatusConfig,
  add_to_data_list: AddToDataListConfig,
  run_risk_matrix: RunRiskMatrixConfig,
  run_enrichment: RunEnrichmentConfig,
  send_webhook: SendWebhookConfig,
  send_notification: SendNotificationConfig,
  wait: WaitConfig,
  set_variable: SetVariableConfig,
  start_kyc_validation: StartKycValidationConfig,
  send_email: SendEmailConfig,
};
