import { csvLine } from '@tamis/stdx';

/** The content of an event's stored text. */
interface EventContent {
  readonly id: string;
  readonly event: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly timestamp: string;
  readonly actor: { readonly type: string; readonly id: string | null; readonly name: string | null };
  readonly summary: string;
  readonly changes: object;
  readonly context: {
    readonly ipAddress: string | null;
    readonly requestId: string | null;
    readonly reason: string | null;
  };
}

interface Entry {
  readonly sequence: string;
  readonly hash: string;
  readonly content: string;
}

const columns: readonly (readonly [name: string, value: (event: EventContent, entry: Entry) => string | null])[] = [
  ['sequence', (_, { sequence }) => sequence],
  ['timestamp', ({ timestamp }) => timestamp],
  ['event', ({ event }) => event],
  ['resourceType', ({ resourceType }) => resourceType],
  ['resourceId', ({ resourceId }) => resourceId],
  ['actorType', ({ actor }) => actor.type],
  ['actorId', ({ actor }) => actor.id],
  ['actorName', ({ actor }) => actor.name],
  ['summary', ({ summary }) => summary],
  ['changes', ({ changes }) => JSON.stringify(changes)],
  ['reason', ({ context }) => context.reason],
  ['ipAddress', ({ context }) => context.ipAddress],
  ['requestId', ({ context }) => context.requestId],
  ['id', ({ id }) => id],
  ['hash', (_, { hash }) => hash],
];

export const eventsHeading = csvLine(columns.map(([name]) => name));

export function eventLine(entry: Entry): string {
  const event = JSON.parse(entry.content) as EventContent;
  return csvLine(columns.map(([, value]) => value(event, entry)));
}
