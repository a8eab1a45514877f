// Lets a separate server process query the register of Brazil without rate limits, since the tests run a register on this machine. Loaded
// before the server (`--import`).
import { serverProviders } from './server-providers.mjs';

for (const provider of serverProviders)
  if (provider.code === 'br_receita_cnpj')
    Object.assign(provider.calls, { perMinute: 6_000_000, atOnce: 128, attempts: 1 });
