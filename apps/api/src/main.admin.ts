import { currentBundle } from '@tamis/stdx/current-bundle';

// Entry point of the administration commands. Uses their bundle (bundle/bundle-api.mjs) if it is up to date.
const administrate = new URL('./administrate.js', import.meta.url);
await import((currentBundle(new URL('..', import.meta.url), 'administrate') ?? administrate).href);
