import type { ReactNode } from 'react';
import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadCode } from './data/load-code.js';
import { SignInPage } from './features/people/pages/sign-in-page.js';
import { StartPage } from './features/people/pages/start-page.js';
import { NotFound } from './shell/plain-screens.js';

export const root = createRootRoute({ notFoundComponent: NotFound });

/** A screen that is loaded when it is opened. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => loadCode(load), name);
export const lazily = (load: () => Promise<() => ReactNode>) => lazyScreen(async () => ({ default: await load() }));

const page = <const Path extends string>(path: Path, component: () => ReactNode) =>
  createRoute({ getParentRoute: () => root, path, component });

const lazyPage = <const Path extends string>(path: Path, load: () => Promise<() => ReactNode>) =>
  createRoute({ getParentRoute: () => root, path, component: lazily(load) });

/** The routes of a person outside of organizations: only the first screen is loaded immediately. */
export const personRoutes = [
  page('/', StartPage),
  page('/sign-in', SignInPage),
  lazyPage('/sign-up', async () => (await import('./features/people/pages/sign-up-page.js')).SignUpPage),
  lazyPage('/sign-up/complete', async () => (await import('./features/people/pages/complete-page.js')).CompletePage),
  lazyPage('/accept-invitation', async () => (await import('./features/people/pages/accept-page.js')).AcceptPage),
  lazyPage('/forgot-password', async () => (await import('./features/people/pages/forgot-page.js')).ForgotPage),
  lazyPage('/reset-password', async () => (await import('./features/people/pages/reset-page.js')).ResetPage),
  lazyPage(
    '/new-organization',
    async () => (await import('./features/people/pages/new-organization-page.js')).NewOrganizationPage,
  ),
] as const;
