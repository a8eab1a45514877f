import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, notFound, stringifyJson, UuidParam, BodyExample, Query } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { userEventView } from '../domain/user-event-view.js';
import { UserEventStore } from '../persistence/user-event-store.js';
import { CreateUserEvent } from '../use-cases/create-user-event.js';
import { ListUserEvents } from '../use-cases/list-user-events.js';
import { CreateUserEventBody, CreateUserEventQuery } from '../dto/create-user-event.body.js';
import { ListUserEventsQuery, normalizeAliases } from '../dto/list-user-events.query.js';
import { CreatedUserEventDto, UserEventAnswerDto, UserEventListDto } from '../dto/user-event.dto.js';

@ApiTags('user events')
@Controller('events/user')
export class UserEventsController {
  constructor(
    private readonly createUserEvent: CreateUserEvent,
    private readonly listUserEvents: ListUserEvents,
    private readonly events: UserEventStore,
  ) {}

  /** Stores a user event with the decision of the current rules, and registers its device. */
  @Post()
  @ApiOperation({ summary: 'Store a user event and decide on it' })
  @BodyExample({
    eventType: 'LOGIN_FAILED',
    userId: 'user-17',
    entityExternalId: 'cust-0090',
    timestamp: '2026-03-01T10:02:00Z',
    deviceId: 'device-7f3a',
    deviceDetails: { platform: 'android', model: 'A54', isRooted: false },
    ipAddress: '203.0.113.7',
    country: 'BR',
    failedAttemptsCount: 3,
  })
  @RequirePermission('events:create')
  @Header('content-type', 'application/json; charset=utf-8')
  @ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_TAX_ID',
    'ENTITY_NOT_FOUND',
    'DUPLICATE_EXTERNAL_ID',
    'CREATION_CONTRACT_QUOTA_EXCEEDED',
    'ENTITY_CREATION_LIST_BLOCK',
    'SERVICE_UNAVAILABLE',
  )
  @ApiCreatedResponse({ type: CreatedUserEventDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateUserEventBody,
    @Query() query: CreateUserEventQuery,
    @Req() request: FastifyRequest,
  ): Promise<string> {
    const {
      event,
      wasCreated,
      response: answer,
    } = await this.createUserEvent.create({
      principal,
      body,
      raw: request.rawBody ?? '{}',
      withAutoEntity: query.withAutoEntity ?? false,
    });
    const entity = { id: event.entityId, wasCreated };
    const head = stringifyJson({ success: true, event: userEventView(event), entity });
    const rules = answer
      ? `"rulesResult":${answer.rulesResult},"rulesExecutionSummary":${answer.rulesExecutionSummary},`
      : '';
    // Returns text rather than an object: a summary of a thousand rules is inserted and never traversed.
    return `${head.slice(0, -1)},${rules}"requestId":${JSON.stringify(request.id)}}`;
  }

  /** Returns the events, latest first. */
  @Get()
  @ApiOperation({ summary: 'List user events' })
  @RequirePermission('events:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: UserEventListDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @Query() query: ListUserEventsQuery,
  ): Promise<UserEventListDto> {
    const { rows, pagination } = await this.listUserEvents.list(organizationId, normalizeAliases(query));
    return { success: true, events: rows.map(userEventView), pagination };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a user event' })
  @RequirePermission('events:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: UserEventAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'User event') id: string,
  ): Promise<UserEventAnswerDto> {
    const event = await this.events.findOne(organizationId, id);
    if (!event) throw notFound('User event');
    return { success: true, event: userEventView(event) };
  }
}
