import { Body, Controller, Delete, Get, HttpCode, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam, providedFields, BodyExample } from '../../../../platform/http/index.js';
import { LastStep, Post, PostBody } from '../../../../platform/idempotency/index.js';
import { webhookEvents } from '../domain/webhook-events.js';
import { ReadWebhooks } from '../use-cases/read-webhooks.js';
import { WriteWebhooks } from '../use-cases/write-webhooks.js';
import {
  ChangeWebhookBody,
  CreateWebhookBody,
  RotateSecretBody,
  type WebhookFiltersBody,
} from '../dto/webhook.bodies.js';
import {
  DeletedWebhookDto,
  MadeWebhookDto,
  RotatedSecretDto,
  WebhookAnswerDto,
  WebhookDto,
  WebhookEventsDto,
  WebhookListDto,
} from '../dto/webhook.dto.js';
import { limits } from '../../../../platform/limits.js';
import type { WebhookConfig, WebhookFilters } from '../domain/webhook.js';

/** Returns the configuration in a request, with defaults for absent fields. */
const newConfig = (body: CreateWebhookBody): WebhookConfig => ({
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

/** Returns the changes of a request. Null clears optional fields and leaves required ones unchanged. */
function changedConfig(body: ChangeWebhookBody): Partial<WebhookConfig> {
  const { name, url, events, filters, enabled, headers, timeoutMs } = providedFields(body);
  return {
    ...providedFields({ name, url, enabled, headers, timeoutMs }),
    ...(body.description !== undefined && { description: body.description }),
    ...(body.apiVersion !== undefined && { apiVersion: body.apiVersion }),
    ...(events && { events: distinct(events) }),
    ...(filters && { filters: filtersOf(filters) }),
  };
}

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

function filtersOf(body: WebhookFiltersBody): WebhookFilters {
  const { countries, ruleIds, statusChanges, ...others } = providedFields(body);
  return {
    ...others,
    ...(countries && { countries: distinct(countries.map((code) => code.toUpperCase())) }),
    ...(ruleIds && { ruleIds: distinct(ruleIds) }),
    ...(statusChanges && { statusChanges: providedFields(statusChanges) }),
  };
}

const defaultOverlapHours = 24;

@ApiTags('webhooks')
@Controller('webhook-config')
export class WebhooksController {
  constructor(
    private readonly readWebhooks: ReadWebhooks,
    private readonly writeWebhooks: WriteWebhooks,
  ) {}

  /**
   * Creates a webhook. The secret is only in this response. The webhook receives only events that its creator may read, as long as they
   * may.
   */
  @Post('', { waitsOutside: true })
  @ApiOperation({ summary: 'Create a webhook' })
  @BodyExample({
    name: 'Case management',
    url: 'https://example.com/hooks/tamis',
    events: ['alert.*', 'transaction.flagged'],
    filters: { decisions: ['HOLD', 'REJECT'] },
    headers: { 'X-Api-Key': 'an API key of the receiver' },
  })
  @RequirePermission('webhooks:create')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'INVALID_URL', 'UNKNOWN_EVENT', 'WEBHOOK_LIMIT_REACHED')
  @ApiCreatedResponse({ type: MadeWebhookDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateWebhookBody,
  ): Promise<LastStep<MadeWebhookDto>> {
    const wanted = newConfig(body);
    await this.writeWebhooks.check(principal, wanted);
    return new LastStep(async () => {
      const { id, secret } = await this.writeWebhooks.create(principal, wanted, new Date());
      const webhook = await this.readWebhooks.get(principal.organizationId, id);
      return { success: true, webhook: WebhookDto.from(webhook), secret };
    });
  }

  /** Returns the organization's own webhooks, oldest first, and those shared by the parent organization. */
  @Get()
  @ApiOperation({ summary: 'List webhooks' })
  @RequirePermission('webhooks:read')
  @ApiOkResponse({ type: WebhookListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal): Promise<WebhookListDto> {
    const webhooks = await this.readWebhooks.list(organizationId);
    return { success: true, webhooks: webhooks.map((each) => WebhookDto.from(each)), total: webhooks.length };
  }

  /** Returns all events that a webhook can receive. */
  @Get('events')
  @ApiOperation({ summary: 'List all events that webhooks can receive' })
  @RequirePermission('webhooks:read')
  @ApiOkResponse({ type: WebhookEventsDto })
  events(): WebhookEventsDto {
    return { success: true, events: webhookEvents };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a webhook' })
  @RequirePermission('webhooks:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: WebhookAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Webhook') id: string,
  ): Promise<WebhookAnswerDto> {
    return { success: true, webhook: WebhookDto.from(await this.readWebhooks.get(organizationId, id)) };
  }

  /**
   * Changes a webhook. Absent fields remain unchanged. The user who changes its url, events or headers becomes the one whose permissions
   * apply.
   */
  @Patch(':id')
  @ApiOperation({ summary: 'Change a webhook' })
  @BodyExample({ events: ['alert.created'], enabled: true, ifVersion: 1 })
  @RequirePermission('webhooks:edit')
  @ApiErrors(
    'VALIDATION_ERROR',
    'FORBIDDEN',
    'INVALID_URL',
    'UNKNOWN_EVENT',
    'NO_CHANGES',
    'NOT_FOUND',
    'SHARED_RESOURCE_READ_ONLY',
    'VERSION_CONFLICT',
  )
  @ApiOkResponse({ type: WebhookAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Webhook') id: string,
    @Body() body: ChangeWebhookBody,
  ): Promise<WebhookAnswerDto> {
    const { ifVersion } = body;
    await this.writeWebhooks.change(principal, id, { sent: changedConfig(body), ifVersion }, new Date());
    return { success: true, webhook: WebhookDto.from(await this.readWebhooks.get(principal.organizationId, id)) };
  }

  /** Deletes a webhook with its deliveries. Those not sent yet are canceled. */
  @Delete(':id')
  @ApiOperation({ summary: 'Delete a webhook' })
  @RequirePermission('webhooks:delete')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY')
  @ApiOkResponse({ type: DeletedWebhookDto })
  async delete(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Webhook') id: string,
  ): Promise<DeletedWebhookDto> {
    await this.writeWebhooks.delete(principal, id);
    return { success: true, id };
  }

  /**
   * Creates a new secret. The previous one also signs until the overlap ends. Secrets of earlier rotations keep their own end, but not
   * beyond this one: `overlapHours` 0 ends all of them.
   */
  @Post(':id/rotate-secret')
  @ApiOperation({ summary: 'Replace the secret of a webhook' })
  @BodyExample({ overlapHours: 48 })
  @HttpCode(200)
  @RequirePermission('webhooks:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: RotatedSecretDto })
  async rotate(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Webhook') id: string,
    @PostBody() { overlapHours }: RotateSecretBody,
  ): Promise<RotatedSecretDto> {
    const hours = overlapHours ?? defaultOverlapHours;
    const { secret, previousSecretExpiresAt } = await this.writeWebhooks.rotate(principal, id, hours);
    return { success: true, secret, previousSecretExpiresAt: previousSecretExpiresAt.toISOString() };
  }
}
