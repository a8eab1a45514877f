import { closedProblem, componentMembers } from './check-response.js';

type Schema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Schema>>;

const text = { type: 'string' };
const number = { type: 'number' };
const truth = { type: 'boolean' };
/** Values whose form is decided by customers or other modules. */
const anything = {};
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const list = (items: Schema): Schema => ({ type: 'array', items });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Returns the schema of an object with exactly these members. Those whose names end with `?` are optional. */
function object(members: Members): Schema {
  const names = Object.keys(members);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name.replace('?', ''), members[name]])),
    required: names.filter((name) => !name.endsWith('?')),
    additionalProperties: false,
  };
}

/** Returns the schema of a record as the API shows it, with the additional members of its event. */
function record(name: string, more: Members = {}): Schema {
  const { properties, required } = componentMembers(name);
  // `success` is only part of responses.
  const { success: _, ...shown } = properties;
  const own = Object.entries(shown).map(([each, of]) => [required.includes(each) ? each : `${each}?`, of] as const);
  return object({ ...Object.fromEntries(own), ...more });
}

const changes: Schema = {
  type: 'object',
  additionalProperties: object({
    'previous?': anything,
    'current?': anything,
    'added?': list(text),
    'removed?': list(text),
  }),
};
const actor = object({ type: text, id: orNull(text), name: orNull(text) });
const person = object({ id: orNull(text), email: orNull(text), displayName: orNull(text) });
const security = (...context: readonly string[]): Schema =>
  object({
    ...{ actionAt: text, actor: person, affectedUser: orNull(person), description: text, changes },
    context: object({
      ...{ ipAddress: orNull(text), userAgent: orNull(text), scope: text },
      ...Object.fromEntries(context.map((name) => [name, orNull(text)])),
    }),
  });
const member = security('roleId', 'roleName');
const access = security('roleId', 'roleName', 'fromAccess', 'toAccess');

const entity = ref('EntityDto');
const alert = (more: Members = {}): Schema => record('AlertDto', more);
const investigation = (more: Members = {}): Schema => record('InvestigationDto', more);
const transaction = (more: Members = {}): Schema => record('TransactionRecordDto', { transactionId: text, ...more });
const analysis = (subject: Members): Schema =>
  object({
    ...subject,
    entityIds: list(text),
    rulesExecutionSummary: ref('RulesExecutionSummaryDto'),
    ...{
      riskScore: number,
      decision: orNull(text),
      totalRules: number,
      executedRules: number,
      executionTimeMs: number,
    },
    ...{ trigger: text, riskMatrixName: orNull(text), evaluationId: text, ruleSetVersion: text },
  });
const shortRule = object({ id: text, key: text, name: text, status: text, version: number });
const enrichment = object({
  ...{ requestId: text, entityId: text, status: text, totalCostCents: number },
  results: list(
    object({
      ...{ enrichmentId: text, integrationCode: text, success: truth, costCents: number },
      error: orNull(object({ code: text, message: text })),
    }),
  ),
});
const dataList = object({ id: text, name: text, type: text, status: text, itemCount: number, revision: number });

const shortParty = object({
  ...{ id: text, type: text, name: text, status: text },
  ...{ externalId: orNull(text), taxId: orNull(text), countryCode: orNull(text) },
});

const validation = object({
  validation: object({
    ...{ id: text, organizationId: text, entityId: text, sessionId: text, status: text, isCurrent: truth },
    ...{ provider: text, integrationCode: text, decision: anything, metadata: anything },
    ...{ createdAt: text, updatedAt: text, expiresAt: text },
  }),
  entity: shortParty,
  previousStatus: orNull(text),
  status: text,
});

const documentRequest = object({
  documentRequest: object({
    ...{ id: text, organizationId: text, entityId: text, status: text, previousStatus: orNull(text) },
    ...{ documents: list(object({ id: text, label: text, required: truth })), statusRestore: anything },
    ...{ reason: orNull(text), submittedAt: orNull(text), expiresAt: text, createdAt: text, updatedAt: text },
  }),
  entity: shortParty,
  previousStatus: orNull(text),
  status: text,
});

/** The exact payload of each event. */
const schemas: Readonly<Record<string, Schema>> = {
  'entity.created': object({
    ...{
      entity,
      createdBy: actor,
      metadata: anything,
      entityId: text,
      externalId: orNull(text),
      type: text,
      name: text,
    },
    ...{
      taxId: orNull(text),
      countryCode: orNull(text),
      status: text,
      riskScore: number,
      documentNumber: orNull(text),
    },
  }),
  'entity.updated': object({ entity, changes, updatedBy: actor }),
  'entity.status_changed': object({
    entity,
    previousStatus: text,
    status: text,
    reason: orNull(text),
    changedBy: actor,
  }),
  'entity.deleted': object({ entityId: text, externalId: orNull(text), deletedAt: text }),
  'entity.external_id_changed': object({
    ...{ entityId: text, previousExternalId: orNull(text), externalId: text, reason: text },
  }),
  'entity.country_activation_changed': object({
    entity: object({ id: text, externalId: orNull(text), name: text, type: text, taxId: orNull(text) }),
    ...{ countryCode: text, status: text, previousStatus: text, changedAt: text, changedBy: actor },
    ...{
      activeCountryCodes: list(text),
      countries: list(record('CountryActivationDto', { timeline: list(anything) })),
    },
  }),
  'entity.relationships_materialized': object({
    ...{
      entityId: text,
      success: truth,
      entitiesCreated: number,
      relationshipsCreated: number,
      enrichmentExecuted: truth,
    },
    ...{ enrichmentProviders: list(text), riskMatrixExecuted: truth, 'error?': text },
  }),
  'transaction.created': transaction(),
  'transaction.updated': transaction({ changes }),
  'transaction.status_changed': object({
    ...{ transactionId: text, externalId: text, previousStatus: text, status: text, reason: text, riskScore: number },
    originEntityId: orNull(text),
  }),
  'transaction.flagged': transaction({ suggestion: orNull(text), alerts: list(anything), evaluationId: text }),
  'user_event.created': ref('UserEventDto'),
  'rule.triggered': object({
    ruleId: text,
    rule: object({
      ...{ id: text, key: text, version: number, name: text, description: orNull(text), severity: orNull(text) },
      ...{ category: orNull(text), isActive: truth },
    }),
    entityId: orNull(text),
    entity: orNull(
      object({
        ...{ id: text, externalId: orNull(text), name: text, type: text, countryCode: orNull(text), status: text },
      }),
    ),
    ...{ 'transactionId?': text, 'userEventId?': text, evaluationId: text, ruleSetVersion: text },
    triggerData: object({ conditions: list(anything) }),
    actionsTaken: list(object({ type: text, action: anything })),
  }),
  'rule.guard_tripped': object({
    ...{ ruleId: text, rule: shortRule, guardState: ref('GuardStateDto'), notify: list(text) },
    ruleSetVersion: object({ before: text, after: text }),
  }),
  'rule.drift_detected': record('DriftDto', { ruleId: text, rule: shortRule }),
  'rule.dry_run_completed': object({
    ...{ dryRunId: text, status: text, decisions: { type: 'object', additionalProperties: number } },
    flips: list(object({ from: text, to: text, count: number })),
  }),
  'rule.approval_requested': object({ approval: ref('RuleApprovalDto') }),
  'rule.approval_decided': object({ approval: ref('RuleApprovalDto') }),
  'rule_set.activated': object({
    ...{ ruleSetVersion: text, number, previousVersion: orNull(text), changes: list(text), reason: orNull(text) },
    activatedBy: orNull(text),
  }),
  risk_analysis_entity_executed: analysis({
    entity: object({ id: text, type: text, name: text, taxId: orNull(text), externalId: orNull(text) }),
    previousRiskScore: number,
  }),
  risk_analysis_transaction_executed: analysis({
    transaction: object({ id: text, externalId: text, type: text, status: text, amount: number, currency: text }),
  }),
  risk_analysis_user_event_executed: analysis({
    userEvent: object({ id: text, externalId: orNull(text), eventType: text, userId: text, entityId: text }),
  }),
  'alert.created': alert(),
  'alert.status_changed': alert({ previousStatus: text }),
  'alert.resolved': alert({ previousStatus: text }),
  'alert.assigned': object({ alert: alert(), assignedTo: orNull(text), previousAssignedTo: orNull(text) }),
  'investigation.created': investigation(),
  'investigation.status_changed': investigation({ previousStatus: text }),
  'investigation.assigned': investigation({ previousAssignedTo: orNull(text) }),
  'investigation.closed': investigation({ previousStatus: text }),
  'investigation.note_added': investigation({ note: ref('NoteDto') }),
  'enrichment.completed': enrichment,
  'enrichment.failed': enrichment,
  ...Object.fromEntries(
    ['created', 'in_progress', 'in_review', 'approved', 'rejected', 'abandoned', 'expired', 'cancelled'].map((name) => [
      `kyc.validation_${name}`,
      validation,
    ]),
  ),
  ...Object.fromEntries(
    ['created', 'submitted', 'accepted', 'discarded', 'cancelled', 'expired'].map((name) => [
      `kyc.document_request_${name}`,
      documentRequest,
    ]),
  ),
  'monitoring.hit': object({
    ...{ entityId: text, integrationCode: text },
    matches: list(object({ matchId: text, list: text, entryId: text, score: number })),
  }),
  'batch.job_completed': ref('BatchJobRecordDto'),
  'batch.job_failed': ref('BatchJobRecordDto'),
  'batch.job_cancelled': ref('BatchJobRecordDto'),
  'data_list.item_added': object({ list: dataList, item: anything }),
  'data_list.updated': object({ list: dataList }),
  'security.member.invited': member,
  'security.member.removed': member,
  'security.member.role_changed': member,
  'security.member.profile_updated': member,
  'security.member.deactivated': member,
  'security.member.activated': { anyOf: [security(), member] },
  'security.member.channel_granted': member,
  'security.member.team_added': member,
  'security.member.team_removed': member,
  'security.member.channel_revoked': member,
  'security.member.created': member,
  'security.member.environment_changed': access,
  'security.member.environment_granted': access,
  'security.member.environment_revoked': access,
  'security.member.password_reset': security(),
  'security.role.created': security(),
  'security.role.updated': security(),
  'security.role.deleted': security(),
  'security.auth.login_succeeded': security(),
  'security.auth.login_failed': security(),
  'security.auth.logout': security(),
  'security.api_key.created': security(),
  'security.api_key.revoked': security(),
  'security.api_key.expired': security(),
  'security.settings.updated': security(),
  'webhook.disabled': object({ webhookId: text, name: text, since: text }),
  'billing.balance_low': object({
    ...{ balanceCents: number, availableCents: number, thresholdCents: number, topUpId: orNull(text) },
  }),
  'billing.balance_depleted': object({ balanceCents: number, availableCents: number, thresholdCents: number }),
  'billing.topped_up': object({
    topUp: object({ id: text, amountCents: number, reference: orNull(text), status: text }),
    ...{ balanceCents: number, availableCents: number, thresholdCents: number },
  }),
};

/**
 * Returns what the payload of an event contains that its schema does not declare, or what it lacks. Returns `null` if there is no problem.
 */
export const eventProblem = (event: string, payload: unknown): string | null =>
  schemas[event] ? closedProblem(`event ${event}`, schemas[event], payload) : `${event} has no schema`;
