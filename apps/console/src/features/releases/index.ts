import { lazy } from 'react';
import { loadCode } from '../../data/load-code.js';

/** Loaded when somebody is about to release something. */
export const ReleaseDialog = lazy(async () => ({
  default: (await loadCode(() => import('./parts/release-dialog.js'))).ReleaseDialog,
}));
export { approvalsQuery, peopleQuery, readActiveSet, ruleSetsQuery, useRulesChanged } from './queries.js';
export { useActivate } from './parts/use-activate.js';
