import type { ReplayEvent, Label } from '../../events/replay-event.js';

/** What became of records, by id, where that is kept beside the file. */
export type Labels = ReadonlyMap<string, Label | null>;

/** Events with labels that are kept elsewhere; a record that has none there keeps its own. */
export const applyLabels = (events: readonly ReplayEvent[], labels: Labels): readonly ReplayEvent[] =>
  events.map((event) =>
    event.kind === 'run' ? { ...event, label: labels.get(event.id) ?? event.label ?? null } : event,
  );
