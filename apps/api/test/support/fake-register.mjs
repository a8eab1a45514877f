// Lets a server of its own ask the register of Brazil as often as it likes: the tests run one on this machine. Loaded before it (`--import`).
import { serverProviders } from './server-providers.mjs';

for (const provider of serverProviders)
  if (provider.code === 'br_receita_cnpj')
    Object.assign(provider.calls, { perMinute: 6_000_000, atOnce: 128, attempts: 1 });
