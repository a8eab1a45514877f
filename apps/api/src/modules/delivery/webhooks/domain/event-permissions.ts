import { assertPermission, hasPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { isSubscribed, webhookEvents } from './webhook-events.js';

/** What one must hold to be sent an event, by its name or the beginning of it: what the routes ask for that show the same. */
const permissionsByName: Readonly<Record<string, readonly Permission[]>> = {
  entity: ['entities:read'],
  transaction: ['transactions:read'],
  user_event: ['events:read'],
  rule: ['rules:read'],
  // It shows the record that a rule hit, of whatever kind, and whom it is about.
  'rule.triggered': ['rules:read', 'entities:read', 'transactions:read', 'events:read'],
  rule_set: ['rules:read'],
  risk_analysis_entity_executed: ['entities:read'],
  risk_analysis_transaction_executed: ['transactions:read'],
  risk_analysis_user_event_executed: ['events:read'],
  alert: ['alerts:read'],
  investigation: ['cases:read'],
  kyc: ['kyc:read'],
  enrichment: ['enrichments:read'],
  monitoring: ['entities:read'],
  batch: ['batch:read'],
  data_list: ['data_lists:read'],
  'security.member': ['members:read'],
  'security.role': ['roles:read'],
  'security.auth': ['audit:read'],
  'security.api_key': ['api_keys:read'],
  'security.settings': ['organization:read'],
  webhook: ['webhooks:read'],
  billing: ['billing:read'],
  // What an automation has a webhook sent: no event of the catalogue.
  automation: ['automations:read'],
};

/** What one must hold to be sent an event. */
export function permissionsForEvent(event: string): readonly Permission[] {
  const steps = event.split('.');
  for (let count = steps.length; count > 0; count -= 1) {
    const found = permissionsByName[steps.slice(0, count).join('.')];
    if (found) return found;
  }
  throw new Error(`nothing says what one must hold to be sent ${event}`);
}

/** Every set of permissions that some event needs. */
export const eventPermissionSets: readonly (readonly Permission[])[] = [
  ...new Map(Object.values(permissionsByName).map((each) => [each.join(), each])).values(),
];

/** Whether somebody who holds this may be sent an event of the catalogue. */
export const mayReceive = (scopes: ReadonlySet<string>, event: string): boolean =>
  permissionsForEvent(event).every((permission) => hasPermission(scopes, permission));

/** Throws 403 where the caller may not read what an event tells. */
export function assertMayRead(principal: Principal, event: string): void {
  for (const permission of permissionsForEvent(event)) assertPermission(principal, permission);
}

/** Events that a webhook of these `events` names and is not sent, as whose it is may not read them. */
export const withheldEvents = (scopes: ReadonlySet<string>, events: readonly string[]): readonly string[] =>
  webhookEvents.map(({ name }) => name).filter((name) => isSubscribed(events, name) && !mayReceive(scopes, name));

/** Throws 403 where one of the names stands only for events that the caller may not read. */
export function assertMayReceive({ scopes }: Principal, events: readonly string[]): void {
  const refused = events.flatMap((name) => {
    const meant = webhookEvents.filter((event) => isSubscribed([name], event.name)).map((event) => event.name);
    if (meant.some((event) => mayReceive(scopes, event))) return [];
    return [{ name, permission: meant.flatMap(permissionsForEvent).find((each) => !hasPermission(scopes, each))! }];
  });
  if (refused.length === 0) return;
  const missing = refused.map(({ name, permission }) => `${name} needs the permission ${permission}`).join(', ');
  throw new ApiError('FORBIDDEN', `A webhook is sent only what whoever sets it up may read: ${missing}`, {
    requiredPermission: refused[0]!.permission,
  });
}
