import { allProviders, type Provider } from '@tamis/enrichment';

// The server with providers that ask a source on this machine, as the tests have them.
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
// Not joined with others, its modules are those that have the providers.
await import('@tamis/api/dist/serve.js');
