import { allProviders } from '@tamis/enrichment';

// The server with a register on this machine that may be asked as often as it likes, as the tests have it.
const register = allProviders.find(({ code }) => code === 'br_receita_cnpj')!;
Object.assign(register.calls, { perMinute: 6_000_000, atOnce: 128, attempts: 1 });
await import(new URL('../../../apps/api/test/support/receivers-at-home.mjs', import.meta.url).href);
// Not joined with others, its modules are those that have the provider.
await import('@tamis/api/dist/serve.js');
