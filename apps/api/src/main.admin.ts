import { currentBundle } from '@tamis/stdx/current-bundle';

// The commands of an administrator, their modules joined in a few files (bundle/bundle-api.mjs) where these are up to date.
const administrate = new URL('./administrate.js', import.meta.url);
await import((currentBundle(new URL('..', import.meta.url), 'administrate') ?? administrate).href);
