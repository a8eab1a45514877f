import type { ReplayEvent, Label } from '../../events/replay-event.js';

/** The labels of records by id, if they are stored separately from the file. */
export type Labels = ReadonlyMap<string, Label | null>;

/** Applies separately stored labels to events; a record without one there keeps its own. */
export const applyLabels = (events: readonly ReplayEvent[], labels: Labels): readonly ReplayEvent[] =>
  events.map((event) =>
    event.kind === 'run' ? { ...event, label: labels.get(event.id) ?? event.label ?? null } : event,
  );
