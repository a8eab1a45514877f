import type { Permission } from '../../../../platform/auth/index.js';
import type { JsonObject } from './automation.js';
import type { Subject, TriggerType } from './triggers.js';

interface ActionDeclaration {
  /** Subjects, any one of which is sufficient, unless the config names one. Empty if the action requires none. */
  readonly needs: readonly Subject[];
  /** Fields of the config that name the subject. */
  readonly namedBy: readonly string[];
  readonly permission: Permission | null;
  /** Triggers that can be fired by the action's effects. */
  readonly fires: readonly TriggerType[];
}

const entity = { needs: ['entity'], namedBy: ['entityId'] } as const;

const declarations = {
  create_alert: {
    needs: ['entity', 'transaction', 'alert'],
    namedBy: ['targetEntityId', 'transactionId'],
    permission: 'alerts:create',
    fires: ['alert_created'],
  },
  create_investigation: {
    needs: ['entity', 'transaction', 'case', 'alert'],
    namedBy: ['entityId', 'alertIds'],
    permission: 'cases:create',
    fires: ['investigation_created'],
  },
  assign_investigation: {
    needs: ['case'],
    namedBy: ['investigationId'],
    permission: 'cases:assign',
    fires: [],
  },
  update_entity_status: {
    ...entity,
    permission: 'entities:edit',
    fires: ['entity_status_changed', 'rule_triggered', 'risk_score_changed', 'alert_created', 'investigation_created'],
  },
  update_entity_attributes: {
    ...entity,
    permission: 'entities:edit',
    fires: ['entity_updated', 'rule_triggered', 'risk_score_changed', 'alert_created', 'investigation_created'],
  },
  update_transaction_status: {
    needs: ['transaction'],
    namedBy: ['transactionId'],
    permission: 'transactions:edit',
    fires: [
      ...(['transaction_updated', 'transaction_status_changed', 'rule_triggered', 'alert_created'] as const),
      'investigation_created',
    ],
  },
  run_enrichment: {
    ...entity,
    permission: 'enrichments:execute',
    fires: ['enrichment_completed', 'rule_triggered', 'risk_score_changed', 'alert_created', 'investigation_created'],
  },
  run_risk_matrix: {
    needs: ['entity', 'transaction'],
    namedBy: ['entityId', 'transactionId'],
    permission: 'rules:execute',
    fires: ['rule_triggered', 'risk_score_changed', 'alert_created', 'investigation_created', 'entity_status_changed'],
  },
  start_kyc_validation: {
    ...entity,
    permission: 'kyc:create',
    fires: ['kyc_validation_completed'],
  },
  add_to_data_list: {
    needs: [],
    namedBy: [],
    permission: 'data_lists:edit',
    fires: ['data_list_item_added'],
  },
  send_email: {
    needs: [],
    namedBy: [],
    permission: 'members:read',
    fires: [],
  },
  send_notification: { needs: [], namedBy: [], permission: 'members:read', fires: [] },
  send_webhook: { needs: [], namedBy: [], permission: 'webhooks:edit', fires: [] },
  add_note: {
    needs: ['case', 'alert'],
    namedBy: ['investigationId', 'alertId'],
    permission: 'cases:edit',
    fires: [],
  },
  wait: { needs: [], namedBy: [], permission: null, fires: [] },
  set_variable: { needs: [], namedBy: [], permission: null, fires: [] },
} as const satisfies Readonly<Record<string, ActionDeclaration>>;

export type ActionType = keyof typeof declarations;

export const actionTypes = Object.keys(declarations) as ActionType[];

export const isActionType = (text: unknown): text is ActionType =>
  typeof text === 'string' && Object.hasOwn(declarations, text);

export const actionOf = (type: ActionType): ActionDeclaration => declarations[type];

/** Returns whether an action has its required subject after a trigger that provides these. */
export function goesWith(type: ActionType, config: JsonObject, brought: ReadonlySet<Subject>): boolean {
  const { needs, namedBy } = actionOf(type);
  return needs.length === 0 || needs.some((each) => brought.has(each)) || namedBy.some((name) => config[name] != null);
}
