// For a server of modules that are not joined in a bundle: loaded before it, adds the fake providers where it is asked to.
import { allProviders } from '@tamis/enrichment';
import { fakeProviders } from './define-fake-provider.mjs';

export { fakeProvider } from './define-fake-provider.mjs';

if (process.env.FAKE_PROVIDERS === 'on')
  /** @type {import('@tamis/enrichment').Provider[]} */ (allProviders).push(...fakeProviders);
