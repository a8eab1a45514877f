import { createHash } from 'node:crypto';

import type { Asked, Provider } from '@tamis/enrichment';

import type { IntegrationSettings } from '../../integrations/index.js';

/** A query to a provider, with its organization and deadline. */
export interface ProviderCall {
  readonly organizationId: string;
  /** The same id for all attempts. */
  readonly executionId: string;
  readonly provider: Provider;
  readonly settings: IntegrationSettings;
  /** `null` if the subject is not stored. */
  readonly entityId: string | null;
  readonly asked: Asked;
  readonly isSandbox: boolean;
  /** Milliseconds since 1970. */
  readonly deadlineMs: number;
}

/** Returns the maximum milliseconds of a provider call, including all attempts. */
export const longestCallMs = ({ calls }: Provider): number => calls.timeoutMs * calls.attempts;

/**
 * Returns a key for callers who use a source at the same URL with the same key, and therefore share slots, a circuit and a budget. Empty
 * for the public URL without a key. A misconfiguration of one organization does not affect others.
 */
export function credentialOf({ provider, settings }: Pick<ProviderCall, 'provider' | 'settings'>): string {
  const own = provider.settings
    .filter(({ name, isSecret }) => isSecret || provider.reach.hosts.includes(`{${name}}`))
    .flatMap(({ name }) => (settings[name] === undefined ? [] : [[name, settings[name]]]));
  return own.length === 0 ? '' : createHash('sha256').update(JSON.stringify(own)).digest('base64url');
}
