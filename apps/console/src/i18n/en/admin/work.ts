/** Texts of the panel of an open alert. */
import { plural } from '../plural.js';

export const work = {
  wouldBe: 'What would have changed it',
  if: 'if',
  due: 'Due',
  newest: 'Newest payments',
  allPayments: (count: string) => `All ${count} payments`,
  linked: 'Whom they are linked to',
  alertCount: (count: number) => `· ${count} ${plural('en', count, 'alert', 'alerts')}`,
  history: 'What happened',
  changed: 'changed it',
  events: {
    alert_created: 'raised it',
    alert_acknowledged: 'acknowledged it',
    alert_assigned: 'assigned it',
    alert_status_changed: 'moved it',
    alert_resolved: 'resolved it',
    alert_consolidated: 'joined it to a case',
  } as Readonly<Record<string, string>>,
  actors: {
    user: 'a person',
    api_key: 'an API key',
    rule: 'a rule',
    automation: 'an automation',
    system: 'the system',
    provider: 'a source of data',
  } as Readonly<Record<string, string>>,
  statuses: 'Statuses',
  noStatuses: 'It never had another status.',
};
