import { didYouMean } from '@tamis/lang';

import { eventNames, webhookEvents } from './webhook-events.js';

/** What is wrong with the names of events, by the path of each; null: nothing. */
export function unknownEvents(events: readonly string[]): Readonly<Record<string, string>> | null {
  const wrong = events.flatMap((name, index) =>
    eventNames.has(name) ? [] : [[`events[${index}]`, suggestEvent(name)]],
  );
  return wrong.length === 0 ? null : (Object.fromEntries(wrong) as Record<string, string>);
}

function suggestEvent(name: string): string {
  const [nearest] = didYouMean(name, eventNames);
  if (nearest !== undefined) return `there is no event ${name}; did you mean ${nearest}?`;
  const category = name.split('.')[0]!;
  const others = webhookEvents.filter((event) => event.category === category).map((event) => event.name);
  return others.length === 0
    ? `there is no event ${name}; GET /webhook-config/events lists them`
    : `there is no event ${name}; of ${category} there are ${others.join(', ')}`;
}
