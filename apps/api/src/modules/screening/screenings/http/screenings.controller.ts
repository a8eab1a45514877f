import { Controller, Get, HttpCode } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { byPrincipal } from '../../../../platform/audit/index.js';
import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, PageQuery, Query, UuidParam } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { ScreenEntityBody, ScreenNamesBody } from '../dto/screening.bodies.js';
import {
  ScreenedNamesDto,
  ScreeningDto,
  ScreeningPageDto,
  ScreeningResponseDto,
  ScreeningSummaryDto,
} from '../dto/screening.dto.js';
import { partyOfName } from '../domain/screened-entity.js';
import { ReadMatches } from '../use-cases/read-matches.js';
import { ScreenEntities } from '../use-cases/screen-entities.js';
import { ScreenNames } from '../use-cases/screen-names.js';

/** Determines whether entities, and names that belong to no stored entity, are on a list. */
@ApiTags('screening')
@Controller()
export class ScreeningsController {
  constructor(
    private readonly screenings: ScreenEntities,
    private readonly names: ScreenNames,
    private readonly reader: ReadMatches,
  ) {}

  /** Screens against the current lists. A list that is not loaded is an error, because it is unknown whether the entity is on it. */
  @Post('entities/:id/screenings', { waitsOutside: true })
  @ApiOperation({ summary: 'Screen an entity' })
  @BodyExample({})
  @RequirePermission('enrichments:execute')
  @ApiErrors(
    'VALIDATION_ERROR',
    'INVALID_ENTITY_TYPE',
    'ENTITY_NOT_FOUND',
    'NOT_FOUND',
    'DATASET_NOT_LOADED',
    'DATASET_STALE',
  )
  @ApiCreatedResponse({ type: ScreeningResponseDto })
  async screen(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @PostBody() { profileId }: ScreenEntityBody,
  ): Promise<ScreeningResponseDto> {
    const options = { reason: 'requested', profileId: profileId ?? null } as const;
    const { screening } = await this.screenings.screen(byPrincipal(principal), id, options);
    return { success: true, screening: ScreeningDto.from(screening) };
  }

  @Get('entities/:id/screenings')
  @ApiOperation({ summary: 'List the screenings of an entity' })
  @RequirePermission('alerts:read')
  @ApiErrors('ENTITY_NOT_FOUND', 'OFFSET_TOO_LARGE', 'INVALID_CURSOR')
  @ApiOkResponse({ type: ScreeningPageDto })
  async list(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @Query() query: PageQuery,
  ): Promise<ScreeningPageDto> {
    const { rows, pagination } = await this.reader.screenings(organizationId, id, query);
    return { success: true, screenings: rows.map((screening) => ScreeningSummaryDto.of(screening)), pagination };
  }

  /** Includes all matches and the reasons why they match, as they were at the time. */
  @Get('entities/:id/screenings/:screeningId')
  @ApiOperation({ summary: 'Read a screening of an entity' })
  @RequirePermission('alerts:read')
  @ApiErrors('ENTITY_NOT_FOUND', 'NOT_FOUND')
  @ApiOkResponse({ type: ScreeningResponseDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Entity', 'ENTITY_NOT_FOUND') id: string,
    @UuidParam('screeningId', 'Screening') screeningId: string,
  ): Promise<ScreeningResponseDto> {
    const screening = await this.reader.screening(organizationId, id, screeningId);
    return { success: true, screening: ScreeningDto.from(screening) };
  }

  /** Screens names that belong to no stored entity, and decisions are not applied. Only the fact that it was done is stored. */
  @Post('screenings/batch', { waitsOutside: true })
  @ApiOperation({ summary: 'Screen names without an entity' })
  @BodyExample({ names: [{ name: 'Amara Nwosu', type: 'person', dateOfBirth: '1970-05-31', country: 'NG' }] })
  @HttpCode(200)
  @RequirePermission('enrichments:execute')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'DATASET_NOT_LOADED', 'DATASET_STALE')
  @ApiOkResponse({ type: ScreenedNamesDto })
  async batch(
    @CurrentPrincipal() principal: Principal,
    @PostBody() { names, profileId }: ScreenNamesBody,
  ): Promise<ScreenedNamesDto> {
    const screened = await this.names.screen(principal, names.map(partyOfName), profileId ?? null);
    return ScreenedNamesDto.from(names, screened);
  }
}
