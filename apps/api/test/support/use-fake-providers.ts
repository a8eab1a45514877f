import type { Provider } from '@tamis/enrichment';

import { findOpenExecutions } from '../../src/modules/enrichment/executions/index.js';
import { Providers } from '../../src/modules/enrichment/integrations/index.js';
import { bookByHand, checkLedgers, OpenExecutions } from '../../src/modules/tenancy/billing/index.js';
import { fakeProviders } from './define-fake-provider.mjs';
import { type FakeSource, type SourceResponse, startSource } from './fake-source.js';
import { resolveReceiversLocally } from './receivers-at-home.mjs';
import type { TestApi, TestResponse } from './start-test-api.js';

export interface FakeProviders {
  readonly source: FakeSource;
  /** Requests an enrichment for an organization; defaults to production. */
  readonly enrich: (
    entityId: string,
    integrationCodes: readonly string[],
    more?: EnrichOptions,
  ) => Promise<TestResponse>;
  readonly newEntity: (name?: string) => Promise<string>;
  readonly topUp: (amountCents: number) => Promise<void>;
  readonly balance: () => Promise<ShownBalance>;
  /** Returns the inconsistencies of the ledgers; empty if there are none. */
  readonly faults: () => Promise<readonly object[]>;
}

interface ShownBalance {
  readonly balanceCents: number;
  readonly reservedCents: number;
  readonly availableCents: number;
}

interface EnrichOptions {
  readonly parameters?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Provides providers that use a source on this machine, enabled for production and configured. */
export function useFakeProviders(
  api: () => TestApi,
  more: readonly Provider[] = [],
  respond?: SourceResponse,
): () => FakeProviders {
  let source: FakeSource;
  let undo: () => void = () => undefined;
  let count = 0;
  beforeAll(async () => {
    undo = resolveReceiversLocally();
    source = await startSource(respond);
    const providers = api().app.get(Providers);
    const all = [...fakeProviders, ...more];
    for (const provider of all) providers.add(provider);
    for (const { code } of all) await switchOn(api(), code, source.baseUrl);
  });
  afterAll(async () => {
    await source.close();
    undo();
  });
  return () => ({
    source,
    enrich: (entityId, integrationCodes, { parameters = {}, headers = {} } = {}) =>
      api().call('/integration-execution/marketplace/enrichment', {
        body: { entityId, integrationCodes, parameters },
        headers,
      }),
    newEntity: async (name = `Entity ${(count += 1)}`) => {
      const made = await api().call('/entities', { body: { type: 'company', name, countryCode: 'US' } });
      return (made.body as { readonly entity: { readonly id: string } }).entity.id;
    },
    topUp: (amountCents) => topUp(api(), amountCents),
    balance: async () => {
      const answer = await api().call('/billing/balance');
      const { data } = answer.body as { readonly data: ShownBalance };
      const { balanceCents, reservedCents, availableCents } = data;
      return { balanceCents, reservedCents, availableCents };
    },
    faults: async () => (await checkLedgers(api().pool, new OpenExecutions().register(findOpenExecutions))).faults,
  });
}

export async function switchOn(api: TestApi, code: string, baseUrl: string): Promise<void> {
  const answer = await api.call(`/marketplace/integrations/${code}`, {
    method: 'PUT',
    body: { enabled: true, config: { baseUrl } },
  });
  if (answer.status !== 200) throw new Error(answer.text);
}

let bookings = 0;

/** Increases the balance of production by the amount. */
export async function topUp({ pool, production }: TestApi, amountCents: number): Promise<void> {
  const reference = `test ${(bookings += 1)}`;
  const { organizationId } = production;
  const booked = await bookByHand(pool, {
    organizationId,
    kind: 'adjust',
    reference,
    amountCents,
    reason: 'test',
  });
  if (!booked.ok) throw new Error(booked.error);
}
