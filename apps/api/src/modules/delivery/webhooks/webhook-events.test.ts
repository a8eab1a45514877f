import { isSubscribed } from './domain/webhook-events.js';

test.each<[string, readonly string[], boolean]>([
  ['alert.created', ['alert.created'], true],
  ['alert.created', ['rule.triggered', 'alert.*'], true],
  ['alert.created', ['*'], true],
  ['alert.created', ['alert.assigned', 'rule.*'], false],
  ['alert.created', [], false],
  ['rule_set.activated', ['rule.*'], false],
  ['security.member.removed', ['security.*'], true],
  ['security.member.removed', ['security.member.*'], true],
  ['security.role.deleted', ['security.member.*'], false],
  ['risk_analysis_entity_executed', ['risk_analysis.*'], true],
  ['mail.invitation', ['*', 'mail.*', 'mail.invitation'], false],
  ['notification', ['*'], false],
])('%s matches a webhook subscribed to %j: %s', (event, events, expected) => {
  expect(isSubscribed(events, event)).toBe(expected);
});
