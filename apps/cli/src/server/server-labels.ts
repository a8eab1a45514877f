import type { Label } from '@tamis/dry-run';

/** What a server calls the labels of files. */
export const serverLabels = { fraud: 'positive', cleared: 'negative' } as const satisfies Record<Label, string>;

/** The label of files for one of a server; null: none. */
export const labelOfServer = (label: string | null): Label | null =>
  label === serverLabels.fraud ? 'fraud' : label === serverLabels.cleared ? 'cleared' : null;
