import { lazy } from 'react';
import { loadCode } from '../../data/load-code.js';

/** Loaded when the user is about to release something. */
export const ReleaseDialog = lazy(async () => ({
  default: (await loadCode(() => import('./parts/release-dialog.js'))).ReleaseDialog,
}));
/** Loaded on demand to compare two texts. */
export const TextDiff = lazy(async () => ({
  default: (await loadCode(() => import('./parts/text-diff.js'))).TextDiff,
}));
export {
  approvalsQuery,
  peopleQuery,
  readActiveSet,
  ruleSetQuery,
  ruleSetsQuery,
  useRulesChanged,
  versionTextQuery,
} from './queries.js';
export { useActivate } from './parts/use-activate.js';
