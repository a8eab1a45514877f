export interface KnownEvent {
  readonly name: string;
  readonly category: string;
  readonly available: boolean;
}

/** Returns the groups that a webhook can select: all events of each category with available events. */
export const eventGroups = (events: readonly KnownEvent[]): readonly string[] => [
  ...new Set(events.filter(({ available }) => available).map(({ category }) => `${category}.*`)),
];

/** Splits names as a person writes them: separated by commas, spaces or line breaks. */
const eventNamesIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((name) => name !== '');

/** Returns the ticked and the written names, each once. */
export const chosenEvents = (ticked: ReadonlySet<string>, written: string): readonly string[] => [
  ...new Set([...ticked, ...eventNamesIn(written)]),
];

/** Returns JSON with line breaks, as far as it can be parsed; it is only shown, never evaluated. */
export function spreadJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
