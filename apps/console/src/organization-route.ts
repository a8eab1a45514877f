import { lazy, type ReactNode } from 'react';
import { createRoute } from '@tanstack/react-router';
import { loadCode } from './data/load-code.js';
import { SignInForm } from './features/people/index.js';
import { lazily, root } from './person-routes.js';
import { NotFound } from './shell/plain-screens.js';
import { organizationFrame } from './shell/organization-frame.js';

/** Loaded when it is first opened. */
const PasswordDialog = lazy(async () => ({
  default: (await loadCode(() => import('./features/access/parts/password-dialog.js'))).PasswordDialog,
}));

export const organization = createRoute({
  getParentRoute: () => root,
  path: '/$organizationId',
  component: organizationFrame({ SignInForm, PasswordDialog }),
  notFoundComponent: NotFound,
});

/** Defines a route below an organization, one line for each screen. Each screen is loaded when it is opened. */
export const inside = <const Path extends string>(path: Path, load: () => Promise<() => ReactNode>) =>
  createRoute({ getParentRoute: () => organization, path, component: lazily(load) });
