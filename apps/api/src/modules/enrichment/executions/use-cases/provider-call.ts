import { createHash } from 'node:crypto';

import type { Asked, Provider } from '@tamis/enrichment';

import type { IntegrationSettings } from '../../integrations/index.js';

/** What a provider is asked for, for whom and until when. */
export interface ProviderCall {
  readonly organizationId: string;
  /** The same over all attempts. */
  readonly executionId: string;
  readonly provider: Provider;
  readonly settings: IntegrationSettings;
  /** Null: it is about nobody who is stored. */
  readonly entityId: string | null;
  readonly asked: Asked;
  readonly isSandbox: boolean;
  /** Milliseconds since 1970. */
  readonly deadlineMs: number;
}

/** Milliseconds that asking a provider takes at most, with all attempts. */
export const longestCallMs = ({ calls }: Provider): number => calls.timeoutMs * calls.attempts;

/**
 * Of those who ask a source at the same address with the same key, which share places, a circuit and a budget; empty: at its public address without a
 * key. What one organization set up wrongly is nobody else's trouble.
 */
export function credentialOf({ provider, settings }: Pick<ProviderCall, 'provider' | 'settings'>): string {
  const own = provider.settings
    .filter(({ name, isSecret }) => isSecret || provider.reach.hosts.includes(`{${name}}`))
    .flatMap(({ name }) => (settings[name] === undefined ? [] : [[name, settings[name]]]));
  return own.length === 0 ? '' : createHash('sha256').update(JSON.stringify(own)).digest('base64url');
}
