import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

import type { SharedWebhook } from '../domain/shared-webhook.js';
import { webhookStatuses, type WebhookFilters, type WebhookStatus } from '../domain/webhook.js';
import { type WebhookEvent, webhookEvents } from '../domain/webhook-events.js';
import { maskHeaders } from '../domain/webhook-headers.js';
import type { WebhookWithCounts, WebhookView } from '../use-cases/read-webhooks.js';
import { WebhookFiltersBody } from './webhook.bodies.js';

class WebhookStatsDto {
  @ApiProperty({ description: 'In the last 24 hours' }) delivered24h!: number;
  @ApiProperty({ description: 'In the last 24 hours: not delivered yet, or given up' }) failed24h!: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) lastDeliveryAt!: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) lastStatusCode!: number | null;
}

const unknown = '`null` for a webhook of the parent organization';

export class WebhookDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) organizationId!: string;
  @ApiProperty() name!: string;
  @ApiProperty({ type: String, nullable: true }) description!: string | null;
  @ApiProperty({ description: 'For a webhook of the parent organization: without path and query' }) url!: string;
  @ApiProperty({ enum: ['production', 'sandbox'], enumName: 'OrganizationEnvironment' }) environment!: string;
  @ApiProperty({ type: [String], description: 'Names, `<category>.*` or `*`' }) events!: readonly string[];
  @ApiProperty({ type: WebhookFiltersBody }) filters!: WebhookFilters;
  @ApiProperty() enabled!: boolean;
  @ApiProperty({ enum: webhookStatuses, enumName: 'WebhookStatus' }) status!: WebhookStatus;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description:
      'The last four characters of each value, none of a short one; empty for a webhook of the parent organization',
  })
  headers!: Readonly<Record<string, string>>;
  @ApiProperty({ type: String, nullable: true }) apiVersion!: string | null;
  @ApiProperty() timeoutMs!: number;
  @ApiProperty({ type: String, nullable: true, description: `The last four characters of the secret. ${unknown}` })
  secretPreview!: string | null;
  @ApiProperty({ type: WebhookStatsDto, nullable: true, description: unknown }) stats!: WebhookStatsDto | null;
  @ApiProperty({ enum: ['local', 'parent'] }) origin!: 'local' | 'parent';
  @ApiProperty({ description: 'Whether it belongs to the parent organization' }) readOnly!: boolean;
  @ApiPropertyOptional({ description: 'For a webhook of the parent organization: whether it is enabled here' })
  sharedEnabled?: boolean;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: `Incremented by each change of its settings. ${unknown}`,
  })
  version!: number | null;
  @ApiProperty({ type: String, nullable: true, description: unknown }) createdBy!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: `The user or key whose permissions decide which events are sent: the one who created it or last changed its url, events or headers. ${unknown}`,
  })
  authorizedBy!: string | null;
  @ApiProperty({
    type: [String],
    description:
      'Subscribed events that are not sent because `authorizedBy` cannot read them. Empty for a webhook of the parent organization',
  })
  withheldEvents!: readonly string[];
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiProperty({ format: 'date-time' }) updatedAt!: string;

  static from(webhook: WebhookView): WebhookDto {
    const { id, organizationId, name, description, url, environment, events, filters, enabled, status } = webhook;
    return {
      ...{ id, organizationId, name, description, url, environment, events, filters, enabled, status },
      ...{ apiVersion: webhook.apiVersion, timeoutMs: webhook.timeoutMs },
      ...('counts' in webhook ? ownMembers(webhook) : sharedMembers(webhook)),
      createdAt: webhook.createdAt.toISOString(),
      updatedAt: webhook.updatedAt.toISOString(),
    };
  }
}

const ownMembers = ({
  headers,
  secretPreview,
  counts,
  version,
  createdBy,
  authorizedBy,
  withheldEvents,
  lastDeliveryAt,
  lastStatusCode,
}: WebhookWithCounts) => ({
  ...{ headers: maskHeaders(headers), secretPreview, version, createdBy, authorizedBy, withheldEvents },
  ...{ origin: 'local' as const, readOnly: false },
  stats: { ...counts, lastDeliveryAt: lastDeliveryAt?.toISOString() ?? null, lastStatusCode },
});

const sharedMembers = ({ sharedEnabled }: SharedWebhook) => ({
  ...{ headers: {}, secretPreview: null, version: null, createdBy: null, authorizedBy: null, withheldEvents: [] },
  ...{ origin: 'parent' as const, readOnly: true },
  ...{ stats: null, sharedEnabled },
});

export class WebhookAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() webhook!: WebhookDto;
}

export class MadeWebhookDto extends WebhookAnswerDto {
  @ApiProperty({ description: 'Secret that signs deliveries, shown only once' }) secret!: string;
}

export class WebhookListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [WebhookDto] }) webhooks!: readonly WebhookDto[];
  @ApiProperty() total!: number;
}

export class DeletedWebhookDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ format: 'uuid' }) id!: string;
}

export class RotatedSecretDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'Secret that signs deliveries from now on, shown only once' }) secret!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'Until then the secret before it signs as well; those before that no longer than it',
  })
  previousSecretExpiresAt!: string;
}

const categories = [...new Set(webhookEvents.map(({ category }) => category))];

class WebhookEventDto implements WebhookEvent {
  @ApiProperty({ example: 'alert.created' }) name!: string;
  @ApiProperty({ enum: categories, enumName: 'WebhookEventCategory' }) category!: string;
  @ApiProperty() description!: string;
  @ApiProperty({ description: 'false: the event is not implemented yet; a webhook can name it, but it is not sent' })
  available!: boolean;
}

export class WebhookEventsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [WebhookEventDto] }) events!: readonly WebhookEventDto[];
}
