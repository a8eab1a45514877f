import { lazy, Suspense } from 'react';
import { loadCode } from '../data/load-code.js';
import type { SavedViewsProps } from './saved-views.js';

const SavedViews = lazy(async () => ({
  default: (await loadCode(() => import('./saved-views.js'))).SavedViews,
}));

/** The saved views of a list, which does not wait for them. */
export const Views = (props: SavedViewsProps) => (
  <Suspense>
    <SavedViews {...props} />
  </Suspense>
);
