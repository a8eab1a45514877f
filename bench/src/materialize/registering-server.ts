import { allProviders } from '@tamis/enrichment';

// The server with a register on this machine and without rate limits, as in the tests.
const register = allProviders.find(({ code }) => code === 'br_receita_cnpj')!;
Object.assign(register.calls, { perMinute: 6_000_000, atOnce: 128, attempts: 1 });
await import(new URL('../../../apps/api/test/support/receivers-at-home.mjs', import.meta.url).href);
// Without the bundle, so that its modules are the same ones in which the provider was changed.
await import('@tamis/api/dist/serve.js');
