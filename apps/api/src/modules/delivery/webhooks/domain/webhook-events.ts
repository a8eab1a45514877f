import { didYouMean } from '@tamis/lang';

/** Descriptions of events, by category and name. */
const catalogue = {
  entity: {
    'entity.created': 'A person, a company or a payment method was stored',
    'entity.updated': 'An entity was changed, with what changed',
    'entity.status_changed': 'The status of an entity changed, and why',
    'entity.deleted': 'An entity was deleted',
    'entity.external_id_changed': 'An entity has another external id',
    'entity.country_activation_changed': 'The status of an entity in a country changed',
    'entity.relationships_materialized': 'Relationships of an entity were made from enrichments',
  },
  transaction: {
    'transaction.created': 'A transaction was stored',
    'transaction.updated': 'A transaction was changed, with what changed',
    'transaction.status_changed': 'The status of a transaction changed, and why',
    'transaction.flagged': 'Rules made another decision than to approve a transaction',
  },
  user_event: { 'user_event.created': 'A user event was stored' },
  rule: {
    'rule.triggered': 'An active rule hit',
    'rule.guard_tripped': 'A rule crossed a limit of its guard',
    'rule.drift_detected': 'The distribution of data that a rule reads has changed',
    'rule.dry_run_completed': 'A dry run has ended',
    'rule.approval_requested': 'The publication of a rule waits for a second person',
    'rule.approval_decided': 'A second person approved or rejected the publication of a rule',
  },
  rule_set: { 'rule_set.activated': 'Another rule set became active' },
  risk_analysis: {
    risk_analysis_entity_executed: 'Rules were evaluated for an entity',
    risk_analysis_transaction_executed: 'Rules were evaluated for a transaction',
    risk_analysis_user_event_executed: 'Rules were evaluated for a user event',
  },
  alert: {
    'alert.created': 'An alert was raised',
    'alert.status_changed': 'The status of an alert changed',
    'alert.resolved': 'An alert was resolved',
    'alert.assigned': 'An alert was assigned to someone else',
  },
  investigation: {
    'investigation.created': 'An investigation was opened',
    'investigation.status_changed': 'The status of an investigation changed',
    'investigation.assigned': 'An investigation was assigned to someone else',
    'investigation.closed': 'An investigation was closed',
    'investigation.note_added': 'A note was written about an investigation',
  },
  kyc: {
    'kyc.validation_created': 'An identity validation was started',
    'kyc.validation_in_progress': 'The person has begun an identity validation',
    'kyc.validation_in_review': 'An identity validation is waiting for a decision',
    'kyc.validation_approved': 'An identity validation was approved',
    'kyc.validation_rejected': 'An identity validation was rejected',
    'kyc.validation_abandoned': 'The person did not finish an identity validation',
    'kyc.validation_expired': 'An identity validation expired',
    'kyc.validation_cancelled': 'An identity validation was cancelled',
    'kyc.document_request_created': 'Documents were requested from an entity',
    'kyc.document_request_submitted': 'The documents of a request were submitted',
    'kyc.document_request_accepted': 'The documents of a request were accepted',
    'kyc.document_request_discarded': 'The documents of a request were discarded',
    'kyc.document_request_cancelled': 'A document request was cancelled',
    'kyc.document_request_expired': 'A document request expired',
  },
  enrichment: {
    'enrichment.completed': 'A request for enrichments ended, and at least one returned data',
    'enrichment.failed': 'A request for enrichments ended, and none returned data',
  },
  monitoring: { 'monitoring.hit': 'The monitoring of an entity found something' },
  batch: {
    'batch.job_completed': 'An import has ended',
    'batch.job_failed': 'An import failed',
    'batch.job_cancelled': 'An import was cancelled',
  },
  data_list: {
    'data_list.item_added': 'Items were added to a data list',
    'data_list.updated': 'A data list or its items were changed',
  },
  security: {
    'security.member.environment_changed': 'A member was given access to other environments in one assignment',
    'security.member.environment_granted': 'A member was given access to another environment',
    'security.member.environment_revoked': 'A member lost access to an environment',
    'security.member.role_changed': 'The role of a member was changed',
    'security.member.invited': 'A person was invited',
    'security.member.created': 'A member was added',
    'security.member.removed': 'A member was removed',
    'security.member.activated': 'A member was allowed to sign in',
    'security.member.deactivated': 'A member was blocked from signing in',
    'security.member.profile_updated': 'The name of a member was changed',
    'security.member.password_reset': 'A member reset their password by email',
    'security.member.password_generated': 'A password was set for a member',
    'security.member.team_added': 'A member was added to a team',
    'security.member.team_removed': 'A member was removed from a team',
    'security.member.team_role_changed': 'The role of a member in a team was changed',
    'security.member.channel_granted': 'A member was given access to a child organization',
    'security.member.channel_revoked': 'A member lost access to a child organization',
    'security.role.created': 'A role was created',
    'security.role.updated': 'A role was changed',
    'security.role.deleted': 'A role was deleted',
    'security.auth.login_succeeded': 'A user signed in',
    'security.auth.login_failed': 'A sign-in failed',
    'security.auth.logout': 'A user signed out',
    'security.api_key.created': 'An API key was created',
    'security.api_key.revoked': 'An API key was revoked',
    'security.api_key.expired': 'An API key has expired',
    'security.settings.updated': 'Settings of the organization were changed',
  },
  webhook: { 'webhook.disabled': 'A webhook was disabled after days of failures' },
  billing: {
    'billing.balance_low': 'The balance is below its threshold',
    'billing.balance_depleted': 'The balance is exhausted',
    'billing.topped_up': 'The balance was topped up',
  },
} as const;

/** Events and categories of features that do not exist yet. Nothing sends them. */
const planned: ReadonlySet<string> = new Set([
  'security.member.password_generated',
  'security.member.team_role_changed',
]);

export interface WebhookEvent {
  readonly name: string;
  readonly category: string;
  readonly description: string;
  /** `false` if nothing sends it yet. */
  readonly available: boolean;
}

/** All events that a webhook can receive. */
export const webhookEvents: readonly WebhookEvent[] = Object.entries(catalogue).flatMap(([category, events]) =>
  Object.entries(events).map(([name, description]) => ({
    name,
    category,
    description,
    available: !planned.has(category) && !planned.has(name),
  })),
);

/** Returns `*` and the groups of a name: `security.member.removed` belongs to `security.*` and `security.member.*`. */
function wildcardsOf({ name, category }: WebhookEvent): readonly string[] {
  const steps = name.split('.').slice(0, -1);
  const prefixes = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
  return ['*', ...[...new Set([category, ...prefixes])].map((prefix) => `${prefix}.*`)];
}

/** The names under which a webhook may subscribe to an event, by event name. */
const subscriptionNames: ReadonlyMap<string, readonly string[]> = new Map(
  webhookEvents.map((event) => [event.name, [event.name, ...wildcardsOf(event)]]),
);

/** All names that a webhook may use. */
const eventNames: ReadonlySet<string> = new Set([...subscriptionNames.values()].flat());

/** Returns whether a webhook with these `events` is subscribed to an event. Events not in the catalogue are sent to no webhook. */
export const isSubscribed = (events: readonly string[], event: string): boolean =>
  subscriptionNames.get(event)?.some((name) => events.includes(name)) ?? false;

/** Returns the problems with event names, by path; `null` if there are none. */
export function unknownEvents(events: readonly string[]): Readonly<Record<string, string>> | null {
  const wrong = events.flatMap((name, index) =>
    eventNames.has(name) ? [] : [[`events[${index}]`, suggestEvent(name)]],
  );
  return wrong.length === 0 ? null : (Object.fromEntries(wrong) as Record<string, string>);
}

function suggestEvent(name: string): string {
  const [nearest] = didYouMean(name, eventNames);
  if (nearest !== undefined) return `unknown event ${name}; did you mean ${nearest}?`;
  const category = name.split('.')[0]!;
  const others = webhookEvents.filter((event) => event.category === category).map((event) => event.name);
  return others.length === 0
    ? `unknown event ${name}; GET /webhook-config/events lists all events`
    : `unknown event ${name}; the events of ${category} are ${others.join(', ')}`;
}
