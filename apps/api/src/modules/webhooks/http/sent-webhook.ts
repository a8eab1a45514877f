import { sentFields } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import type { WebhookConfig, WebhookFilters } from '../domain/webhook.js';
import type { ChangeWebhookBody, CreateWebhookBody, WebhookFiltersBody } from './webhook.bodies.js';

/** A webhook as a request describes it, with what it leaves out. */
export const newConfig = (body: CreateWebhookBody): WebhookConfig => ({
  name: body.name,
  description: body.description ?? null,
  url: body.url,
  events: distinct(body.events),
  filters: filtersOf(body.filters ?? {}),
  enabled: body.enabled ?? true,
  headers: body.headers ?? {},
  apiVersion: body.apiVersion ?? null,
  timeoutMs: body.timeoutMs ?? limits.webhookTimeoutMs.most,
});

/** What a request changes; null takes away what may be absent, and leaves what may not. */
export function sentConfig(body: ChangeWebhookBody): Partial<WebhookConfig> {
  const { name, url, events, filters, enabled, headers, timeoutMs } = sentFields(body);
  return {
    ...sentFields({ name, url, enabled, headers, timeoutMs }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.apiVersion !== undefined && { apiVersion: body.apiVersion }),
    ...(events && { events: distinct(events) }),
    ...(filters && { filters: filtersOf(filters) }),
  };
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

function filtersOf(body: WebhookFiltersBody): WebhookFilters {
  const { countries, ruleIds, statusChanges, ...others } = sentFields(body);
  return {
    ...others,
    ...(countries && { countries: distinct(countries.map((code) => code.toUpperCase())) }),
    ...(ruleIds && { ruleIds: distinct(ruleIds.map((id) => id.toLowerCase())) }),
    ...(statusChanges && { statusChanges: sentFields(statusChanges) }),
  };
}
