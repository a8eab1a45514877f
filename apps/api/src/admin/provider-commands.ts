import { allProviders } from '@tamis/enrichment';

import { providerActivity } from '../modules/enrichment/executions/index.js';
import { Providers } from '../modules/enrichment/integrations/index.js';
import type { PgPool } from '../platform/database/index.js';
import { providerUsage } from './usage.js';
import { UsageError } from './usage-error.js';

/** Runs `providers …` and returns the result to print. */
export async function runProviders(pool: PgPool, command: string | undefined, providers: Providers): Promise<object> {
  if (command !== 'status') throw new UsageError(`providers what? One of${providerUsage}`);
  const { declared } = providers;
  const activity = await providerActivity(pool, declared);
  return {
    providers: declared.map(({ code, calls: { perMinute } }) => {
      const { budget, ...rest } = activity.get(code)!;
      return { code, enabled: providers.find(code) !== null, budget: { perMinute, ...budget }, ...rest };
    }),
  };
}

/** Returns the providers that a server has with this setting. */
export const providersOf = (selection: string): Providers => new Providers(allProviders, selection);
