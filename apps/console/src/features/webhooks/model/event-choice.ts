export interface KnownEvent {
  readonly name: string;
  readonly category: string;
  readonly available: boolean;
}

/** What a webhook can name in the first place: everything of a kind that somebody sends. */
export const eventGroups = (events: readonly KnownEvent[]): readonly string[] => [
  ...new Set(events.filter(({ available }) => available).map(({ category }) => `${category}.*`)),
];

/** Names as a person writes them: with commas, spaces or line breaks between them. */
const eventNamesIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter((name) => name !== '');

/** What is ticked and what is written, each once. */
export const chosenEvents = (ticked: ReadonlySet<string>, written: string): readonly string[] => [
  ...new Set([...ticked, ...eventNamesIn(written)]),
];

/** JSON with line breaks, as far as it can be read; it is shown, never evaluated. */
export function spreadJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
