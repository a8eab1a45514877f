import { assertPermission, hasPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { isSubscribed, webhookEvents } from './webhook-events.js';

/** Shows the record that a rule hit, of any type, and the entity it is about. */
const ruleHit = ['rules:read', 'entities:read', 'transactions:read', 'events:read'] as const;

/** Permissions required to receive an event, by its name or the beginning of it: those of the routes that show the same data. */
const permissionsByName: Readonly<Record<string, readonly Permission[]>> = {
  entity: ['entities:read'],
  transaction: ['transactions:read'],
  user_event: ['events:read'],
  rule: ['rules:read'],
  'rule.triggered': ruleHit,
  'rule.dry_run_completed': ['rules:execute'],
  'rule.approval_requested': ['rules:publish'],
  'rule.approval_decided': ['rules:publish'],
  rule_set: ['rules:read'],
  risk_analysis_entity_executed: ['entities:read'],
  risk_analysis_transaction_executed: ['transactions:read'],
  risk_analysis_user_event_executed: ['events:read'],
  alert: ['alerts:read'],
  investigation: ['cases:read'],
  kyc: ['kyc:read'],
  enrichment: ['enrichments:read'],
  monitoring: ['entities:read', 'alerts:read'],
  batch: ['batch:read'],
  data_list: ['data_lists:read'],
  'security.member': ['members:read'],
  'security.role': ['roles:read'],
  'security.auth': ['audit:read'],
  'security.api_key': ['api_keys:read'],
  'security.settings': ['organization:read'],
  webhook: ['webhooks:read'],
  billing: ['billing:read'],
  // Events that an automation sends to a webhook, which are not in the catalogue.
  automation: ['automations:read'],
  // Starts the automation that a rule names.
  'automation.requested': ruleHit,
};

/** Returns the permissions required to receive an event. */
export function permissionsForEvent(event: string): readonly Permission[] {
  const steps = event.split('.');
  for (let count = steps.length; count > 0; count -= 1) {
    const found = permissionsByName[steps.slice(0, count).join('.')];
    if (found) return found;
  }
  throw new Error(`no permission is defined for receiving ${event}`);
}

/** All sets of permissions that any event requires. */
export const eventPermissionSets: readonly (readonly Permission[])[] = [
  ...new Map(Object.values(permissionsByName).map((each) => [each.join(), each])).values(),
];

/** Returns whether these permissions suffice to receive an event of the catalogue. */
export const mayReceive = (scopes: ReadonlySet<string>, event: string): boolean =>
  permissionsForEvent(event).every((permission) => hasPermission(scopes, permission));

/** Throws 403 if the caller may not read the content of an event. */
export function assertMayRead(principal: Principal, event: string): void {
  for (const permission of permissionsForEvent(event)) assertPermission(principal, permission);
}

/**
 * Returns the events to which a webhook with these `events` is subscribed but which it does not receive, because its owner may not read
 * them.
 */
export const withheldEvents = (scopes: ReadonlySet<string>, events: readonly string[]): readonly string[] =>
  webhookEvents.map(({ name }) => name).filter((name) => isSubscribed(events, name) && !mayReceive(scopes, name));

/** Throws 403 if one of the names covers only events that the caller may not read. */
export function assertMayReceive({ scopes }: Principal, events: readonly string[]): void {
  const refused = events.flatMap((name) => {
    const meant = webhookEvents.filter((event) => isSubscribed([name], event.name)).map((event) => event.name);
    if (meant.some((event) => mayReceive(scopes, event))) return [];
    return [{ name, permission: meant.flatMap(permissionsForEvent).find((each) => !hasPermission(scopes, each))! }];
  });
  if (refused.length === 0) return;
  const missing = refused.map(({ name, permission }) => `${name} requires the permission ${permission}`).join(', ');
  throw new ApiError('FORBIDDEN', `A webhook can only receive events that its owner may read: ${missing}`, {
    requiredPermission: refused[0]!.permission,
  });
}
