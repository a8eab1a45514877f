// The providers of the server before which this file is loaded (`--import`), taken from the bundle if the server is started from it.
// Threads have none.
import { isMainThread } from 'node:worker_threads';
import { currentBundle } from '@tamis/stdx/current-bundle';

const bundled = isMainThread ? currentBundle(new URL('../..', import.meta.url), 'providers') : null;

/** @type {import('@tamis/enrichment').Provider[]} */
export const serverProviders = isMainThread ? (await import(bundled?.href ?? '@tamis/enrichment')).allProviders : [];
