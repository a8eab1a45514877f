import { currentBundle } from '@tamis/stdx/current-bundle';

// The server, its modules joined in a few files (bundle/bundle-api.mjs) where these are up to date.
await import((currentBundle(new URL('..', import.meta.url), 'serve') ?? new URL('./serve.js', import.meta.url)).href);
