import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiProperty, ApiPropertyOptional, ApiOperation } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam, Pagination, BodyExample, Query, RawJson } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { Deliveries } from '../use-cases/deliveries.js';
import { DeliveriesQuery, TestWebhookBody } from '../dto/webhook.bodies.js';
import { withoutResponse } from '../domain/delivery-response.js';
import { mayReceive } from '../domain/event-permissions.js';
import {
  type Delivery,
  type DeliveryAttempt,
  type DeliveryResponse,
  type DeliveryStatus,
  deliveryStatuses,
} from '../domain/delivery.js';

class DeliveryResponseDto implements DeliveryResponse {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Only the last four characters of values that may be credentials, none of a short one',
  })
  headers!: Readonly<Record<string, string>>;
  @ApiProperty({ description: 'Text of its first 1,024 bytes' }) body!: string;
}

class DeliveryAttemptDto implements DeliveryAttempt {
  @ApiProperty({ format: 'date-time' }) at!: string;
  @ApiProperty({ type: Number, nullable: true, description: '`null` if there was no response' }) statusCode!:
    | number
    | null;
  @ApiProperty() durationMs!: number;
  @ApiPropertyOptional({ description: 'why it was no success, where the status does not say it' }) error?: string;
  @ApiPropertyOptional({
    description: 'What the receiver said, of the last ten attempts; only where one delivery is read',
  })
  response?: DeliveryResponseDto;
}

class DeliveryDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ format: 'uuid' }) webhookId!: string;
  @ApiProperty({ format: 'uuid', description: 'whose event it is: a child’s, where its parent shares the webhook' })
  organizationId!: string;
  @ApiProperty({ description: '`id` of the event, the same for each attempt' }) eventId!: string;
  @ApiProperty({ example: 'alert.created' }) event!: string;
  @ApiProperty({ enum: deliveryStatuses, enumName: 'DeliveryStatus' }) status!: DeliveryStatus;
  @ApiProperty({ type: [DeliveryAttemptDto] }) attempts!: readonly DeliveryAttemptDto[];
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: '`null` if there is none or an attempt is in progress',
  })
  nextAttemptAt!: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt!: string;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description:
      'For a sandbox, which sends nothing: what would have been sent; omitted if the caller cannot read the event',
  })
  body?: object;

  /** Converts a delivery to the form that the caller may see. */
  static from(
    { scopes }: Pick<Principal, 'scopes'>,
    { nextAttemptAt, createdAt, simulatedBody, attempts, ...delivery }: Delivery,
  ): DeliveryDto {
    return {
      ...delivery,
      attempts: attempts.map(withoutResponse),
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      ...(simulatedBody !== null && mayReceive(scopes, delivery.event) && { body: new RawJson(simulatedBody) }),
    };
  }
}

class DeliveryAnswerDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() delivery!: DeliveryDto;
}

class SentDeliveryDto extends DeliveryAnswerDto {
  @ApiProperty({ description: 'JSON text exactly as it is signed and sent. At most 256 KiB' }) sentBody!: string;
}

class DeliveryPageDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [DeliveryDto] }) deliveries!: readonly DeliveryDto[];
  @ApiProperty() pagination!: Pagination;
}

@ApiTags('webhooks')
@Controller('webhook-config/:id')
export class WebhookDeliveriesController {
  constructor(private readonly deliveries: Deliveries) {}

  /**
   * Returns the deliveries of a webhook, newest first. They are kept for 30 days. For a webhook of the parent, returns those of own events.
   */
  @Get('deliveries')
  @ApiOperation({ summary: 'List the deliveries of a webhook' })
  @RequirePermission('webhooks:read')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND')
  @ApiOkResponse({ type: DeliveryPageDto })
  async list(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Webhook') id: string,
    @Query() query: DeliveriesQuery,
  ): Promise<DeliveryPageDto> {
    const { rows, pagination } = await this.deliveries.list(principal.organizationId, id, query);
    return { success: true, deliveries: rows.map((each) => DeliveryDto.from(principal, each)), pagination };
  }

  /**
   * Returns a delivery with its request body. Also requires the permission to read the content of the event, and is recorded in the audit
   * trail.
   */
  @Get('deliveries/:deliveryId')
  @ApiOperation({ summary: 'Read a delivery with its payload' })
  @RequirePermission('webhooks:read')
  @ApiErrors('VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND')
  @ApiOkResponse({ type: SentDeliveryDto })
  async get(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Webhook') id: string,
    @UuidParam('deliveryId', 'Delivery') deliveryId: string,
  ): Promise<SentDeliveryDto> {
    const { delivery, sentBody } = await this.deliveries.read(principal, id, deliveryId);
    const { attempts } = delivery;
    return { success: true, delivery: { ...DeliveryDto.from(principal, delivery), attempts }, sentBody };
  }

  /**
   * Sends the same event with the same id again, as soon as possible. If that fails, the retry schedule continues. A delivery in progress
   * is left alone. A disabled webhook receives nothing.
   */
  @Post('deliveries/:deliveryId/redeliver')
  @ApiOperation({ summary: 'Redeliver a delivery' })
  @HttpCode(200)
  @RequirePermission('webhooks:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: DeliveryAnswerDto })
  async redeliver(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Webhook') id: string,
    @UuidParam('deliveryId', 'Delivery') deliveryId: string,
  ): Promise<DeliveryAnswerDto> {
    const delivery = await this.deliveries.redeliver(principal, id, deliveryId);
    return { success: true, delivery: DeliveryDto.from(principal, delivery) };
  }

  /**
   * Sends a sample with `"test": true` in its payload, once and immediately. The returned delivery contains the result. Nothing in the
   * sample exists.
   */
  @Post('test', { waitsOutside: true })
  @ApiOperation({ summary: 'Send a sample event to a webhook' })
  @BodyExample({ event: 'alert.created' })
  @HttpCode(200)
  @RequirePermission('webhooks:edit')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'SHARED_RESOURCE_READ_ONLY', 'JOB_IN_PROGRESS')
  @ApiOkResponse({ type: DeliveryAnswerDto })
  async test(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Webhook') id: string,
    @PostBody() { event }: TestWebhookBody,
  ): Promise<DeliveryAnswerDto> {
    const delivery = await this.deliveries.test(principal, id, event);
    return { success: true, delivery: DeliveryDto.from(principal, delivery) };
  }
}
