import type { ReplayEvent } from '@tamis/dry-run';
import type { Labels } from '../parts/part-request.js';

/** Events with labels that are kept elsewhere; a record that has none there keeps its own. */
export const labelled = (events: readonly ReplayEvent[], labels: Labels): readonly ReplayEvent[] =>
  events.map((event) =>
    event.kind === 'run' ? { ...event, label: labels.get(event.id) ?? event.label ?? null } : event,
  );
