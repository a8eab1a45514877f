import { lazy } from 'react';

/** Loaded when somebody is about to release something. */
export const ReleaseDialog = lazy(async () => ({
  default: (await import('./parts/release-dialog.js')).ReleaseDialog,
}));
export { peopleQuery } from './queries.js';
