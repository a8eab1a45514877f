import type { components } from '@tamis/client';
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import { instantsOf } from '../../data/days.js';
import type { BillingSearch, ExecutionsSearch, IntegrationsSearch } from './model/billing-search.js';

export type Integration = components['schemas']['IntegrationDto'];
export type LedgerEntry = components['schemas']['LedgerEntryDto'];
export type Execution = components['schemas']['EnrichmentExecutionDto'];

const pageRows = 50;
const shownTopUps = 10;
const mostIntegrations = 100;

export const balanceQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'billing', 'balance'],
    queryFn: async ({ signal }) => (await answerOf(clientOf(organizationId).GET('/billing/balance', { signal }))).data,
  });

export const billingSettingsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'billing', 'settings'],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/billing/settings', { signal }))).settings,
  });

export const topUpsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'billing', 'top-ups'],
    queryFn: async ({ signal }) => {
      const params = { query: { limit: shownTopUps } };
      return (await answerOf(clientOf(organizationId).GET('/billing/top-ups', { params, signal }))).topUps;
    },
  });

export const usageQuery = (organizationId: string, { group = 'integration' }: BillingSearch) =>
  queryOptions({
    queryKey: [organizationId, 'billing', 'usage', group],
    queryFn: ({ signal }) => {
      const params = { query: { groupBy: group } };
      return answerOf(clientOf(organizationId).GET('/billing/usage', { params, signal }));
    },
    placeholderData: keepPreviousData,
  });

export const ledgerQuery = (organizationId: string, { type, cursor }: BillingSearch) =>
  queryOptions({
    queryKey: [organizationId, 'billing', 'ledger', type ?? '', cursor ?? ''],
    queryFn: ({ signal }) => {
      const query = { limit: pageRows, ...(type && { type: [type] }), ...(cursor !== undefined && { cursor }) };
      return answerOf(clientOf(organizationId).GET('/billing/ledger', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

export const integrationsQuery = (organizationId: string, { q, on }: IntegrationsSearch) =>
  queryOptions({
    queryKey: [organizationId, 'integrations', 'list', q ?? '', on ?? false],
    queryFn: ({ signal }) => {
      const query = { limit: mostIntegrations, ...(q !== undefined && { search: q }), ...(on && { enabled: true }) };
      return answerOf(clientOf(organizationId).GET('/marketplace/integrations', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

export const integrationQuery = (organizationId: string, code: string | undefined) =>
  queryOptions({
    queryKey: [organizationId, 'integrations', 'one', code],
    queryFn: async ({ signal }) => {
      const params = { path: { code: code ?? '' } };
      return (await answerOf(clientOf(organizationId).GET('/marketplace/integrations/{code}', { params, signal })))
        .integration;
    },
    enabled: code !== undefined,
  });

export const executionsQuery = (organizationId: string, zone: string, search: ExecutionsSearch) =>
  queryOptions({
    queryKey: [organizationId, 'integrations', 'executions', search],
    queryFn: ({ signal }) => {
      const { integration, state, entity, from, to, cursor } = search;
      const days = instantsOf({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, zone);
      const query = {
        limit: pageRows,
        ...(integration !== undefined && { integrationCode: integration }),
        ...(state && { state: [state] }),
        ...(entity !== undefined && { entityId: entity }),
        ...(days.from !== undefined && { createdFrom: days.from }),
        ...(days.to !== undefined && { createdTo: days.to }),
        ...(cursor !== undefined && { cursor }),
      };
      return answerOf(clientOf(organizationId).GET('/integration-execution/executions', { params: { query }, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** The name of a party. */
export const partyNameQuery = (organizationId: string, id: string, mayRead: boolean) =>
  queryOptions({
    queryKey: [organizationId, 'entities', id, 'name'],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      return (await answerOf(clientOf(organizationId).GET('/entities/{id}', { params, signal }))).name;
    },
    enabled: mayRead,
    staleTime: 300_000,
  });

export function useBillingChanged(organizationId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const about = ['billing', 'integrations', 'audit'];
    await Promise.all(about.map((kind) => queries.invalidateQueries({ queryKey: [organizationId, kind] })));
  };
}
