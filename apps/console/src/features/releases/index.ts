import { lazy } from 'react';

/** Loaded when somebody is about to release something. */
export const ReleaseDialog = lazy(async () => ({
  default: (await import('./parts/release-dialog.js')).ReleaseDialog,
}));
export { approvalsQuery, peopleQuery, readActiveSet, useRulesChanged } from './queries.js';
export { useActivate } from './parts/use-activate.js';
