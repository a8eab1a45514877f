import type { Label } from '@tamis/dry-run';

/** The labels of a server by the labels of files. */
export const serverLabels = { fraud: 'positive', cleared: 'negative' } as const satisfies Record<Label, string>;

/** Returns the label of files for a server label; `null` if there is none. */
export const labelOfServer = (label: string | null): Label | null =>
  label === serverLabels.fraud ? 'fraud' : label === serverLabels.cleared ? 'cleared' : null;
