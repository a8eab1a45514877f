import { allProviders, type Provider } from '@tamis/enrichment';

// The server with providers that use a source on this machine, as in the tests.
const support = (name: string): string => new URL(`../../../apps/api/test/support/${name}.mjs`, import.meta.url).href;

await import(support('receivers-at-home'));
type Calls = Partial<Provider['calls']>;
const { fakeProvider, fakeProviders } = (await import(support('define-fake-provider'))) as {
  fakeProvider: (code: string, calls?: Calls) => Provider;
  fakeProviders: readonly Provider[];
};
(allProviders as Provider[]).push(
  ...fakeProviders,
  { ...fakeProvider('global_fake_cached'), cacheDays: 30 },
  fakeProvider('global_fake_slow', { timeoutMs: 20_000 }),
);
// The modules are not bundled, so that the server uses those with the providers.
await import('@tamis/api/dist/serve.js');
