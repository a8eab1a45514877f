import { currentBundle } from '@tamis/stdx/current-bundle';

// Entry point of the server. Uses its bundle (bundle/bundle-api.mjs) if it is up to date.
await import((currentBundle(new URL('..', import.meta.url), 'serve') ?? new URL('./serve.js', import.meta.url)).href);
