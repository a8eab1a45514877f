import {
  BooleanField,
  CountryArrayField,
  EnumArrayField,
  IfVersionField,
  IntegerField,
  JsonObjectField,
  NameField,
  NestedField,
  ReadOnlyField,
  TextArrayField,
  TextField,
  UuidArrayField,
  EnumField,
  InstantField,
  withPagination,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  filteredDecisions,
  filteredEntityTypes,
  filteredStatuses,
  filteredTransactionTypes,
  ruleSeverities,
  type WebhookFilters,
} from '../domain/webhook.js';
import { type DeliveryStatus, deliveryStatuses } from '../domain/delivery.js';
import { webhookEvents } from '../domain/webhook-events.js';

const eventNames = webhookEvents.map(({ name }) => name);

class DeliveryFilters {
  @EnumField(deliveryStatuses, 'DeliveryStatus') status?: DeliveryStatus;
  @EnumField(eventNames, 'WebhookEventName') event?: string;
  @InstantField({ description: 'inclusive; when it was created' }) from?: string;
  @InstantField({ description: 'inclusive; when it was created' }) to?: string;
}

/** Query of `GET /webhook-config/{id}/deliveries`. */
export class DeliveriesQuery extends withPagination(DeliveryFilters) {}

/** Body of `POST /webhook-config/{id}/test`. */
export class TestWebhookBody {
  @EnumField(eventNames, 'WebhookEventName', { description: 'Default: the first event of the webhook' })
  event?: string;
}

const anyOf = { min: 1, max: limits.webhookFilterValues };

const texts = {
  url: 'Must use `https` and be public: it must not lead to a private, loopback, link-local or metadata address, neither now nor when it is called',
  events: 'Exact names, `<category>.*` or `*`: `GET /webhook-config/events` lists them',
  filters:
    'All given keys must match, so an event without such a value is not sent; type and country are those of the entity of the event, or of the origin of a payment. Replaced as a whole',
  headers:
    'Sent with each delivery; replaced as a whole. Responses show at most the last four characters of a value; a value sent back in masked form stays unchanged',
  timeoutMs: 'Timeout of the receiver. Default 30000',
  apiVersion: 'Reserved; has no effect yet',
} as const;

const name = { max: limits.webhookNameCharacters, example: 'Case management' };
const description = { max: limits.webhookDescriptionCharacters, nullable: true };
const url = { max: limits.webhookUrlCharacters, description: texts.url, example: 'https://example.com/hooks/tamis' };
const events = {
  ...{ min: 1, max: limits.webhookEvents, maxText: limits.webhookEventCharacters },
  ...{ description: texts.events, example: ['alert.*', 'transaction.flagged'] },
};
const headers = { description: texts.headers, example: { 'X-Api-Key': 'an API key of the receiver' } };
const apiVersion = { max: limits.webhookVersionCharacters, description: texts.apiVersion, nullable: true };
const { least: min, most: max } = limits.webhookTimeoutMs;
const timeoutMs = { min, max, description: texts.timeoutMs };

export class StatusChangesBody {
  @EnumArrayField(filteredStatuses, 'FilteredStatus', anyOf) from?: string[] | null;
  @EnumArrayField(filteredStatuses, 'FilteredStatus', anyOf) to?: string[] | null;
}

export class WebhookFiltersBody {
  @EnumArrayField(filteredEntityTypes, 'FilteredEntityType', anyOf) entityTypes?: WebhookFilters['entityTypes'] | null;
  @NestedField(() => StatusChangesBody) statusChanges?: StatusChangesBody | null;
  @UuidArrayField(anyOf) ruleIds?: string[] | null;
  @EnumArrayField(ruleSeverities, 'RuleSeverity', anyOf) ruleSeverity?: WebhookFilters['ruleSeverity'] | null;
  @CountryArrayField({ ...anyOf, description: 'ISO 3166-1 alpha-2' }) countries?: string[] | null;
  @EnumArrayField(filteredTransactionTypes, 'TransactionType', anyOf)
  transactionTypes?: WebhookFilters['transactionTypes'] | null;
  @EnumArrayField(filteredDecisions, 'Decision', anyOf) decisions?: WebhookFilters['decisions'] | null;
}

/** Read-only fields of a webhook, set by the server. */
class WebhookBody {
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() organizationId?: unknown;
  @ReadOnlyField() environment?: unknown;
  @ReadOnlyField() status?: unknown;
  @ReadOnlyField() secretPreview?: unknown;
  @ReadOnlyField() stats?: unknown;
  @ReadOnlyField() origin?: unknown;
  @ReadOnlyField() readOnly?: unknown;
  @ReadOnlyField() sharedEnabled?: unknown;
  @ReadOnlyField() version?: unknown;
  @ReadOnlyField() createdBy?: unknown;
  @ReadOnlyField() authorizedBy?: unknown;
  @ReadOnlyField() withheldEvents?: unknown;
  @ReadOnlyField() createdAt?: unknown;
  @ReadOnlyField() updatedAt?: unknown;
}

/** `POST /webhook-config`. */
export class CreateWebhookBody extends WebhookBody {
  @NameField({ ...name, required: true }) name!: string;
  @TextField(description) description?: string | null;
  @TextField({ ...url, required: true }) url!: string;
  @TextArrayField({ ...events, required: true }) events!: string[];
  @NestedField(() => WebhookFiltersBody, { description: texts.filters }) filters?: WebhookFiltersBody | null;
  @BooleanField({ description: 'Default true' }) enabled?: boolean | null;
  @JsonObjectField(headers) headers?: Record<string, string> | null;
  @TextField(apiVersion) apiVersion?: string | null;
  @IntegerField(timeoutMs) timeoutMs?: number | null;
}

/** Body of `PATCH /webhook-config/{id}`. Absent fields remain unchanged. */
@ChangeBody()
export class ChangeWebhookBody extends WebhookBody {
  @NameField(name) name?: string | null;
  @TextField(description) description?: string | null;
  @TextField(url) url?: string | null;
  @TextArrayField(events) events?: string[] | null;
  @NestedField(() => WebhookFiltersBody, { description: texts.filters }) filters?: WebhookFiltersBody | null;
  @BooleanField({ description: '`true` also re-enables a webhook that was disabled after failures' }) enabled?:
    | boolean
    | null;
  @JsonObjectField(headers) headers?: Record<string, string> | null;
  @TextField(apiVersion) apiVersion?: string | null;
  @IntegerField(timeoutMs) timeoutMs?: number | null;
  @IfVersionField() ifVersion?: number;
}

/** `POST /webhook-config/{id}/rotate-secret`. */
export class RotateSecretBody {
  @IntegerField({
    min: 0,
    max: limits.webhookOverlapHours,
    description: 'How many hours the previous secret signs as well; default 24',
  })
  overlapHours?: number | null;
}
