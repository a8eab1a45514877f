import { Body, Controller, Get, HttpCode, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, BodyExample, UuidParam } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { ChangeProfileBody, CreateProfileBody, sentContent, TryProfileBody } from '../dto/profile.bodies.js';
import {
  ProfileTrialDto,
  ScreeningProfileDto,
  ScreeningProfileListDto,
  ScreeningProfileResponseDto,
  ScreeningProfileVersionsDto,
} from '../dto/profile.dto.js';
import { ChangeProfiles } from '../use-cases/change-profiles.js';
import { ReadProfiles } from '../use-cases/read-profiles.js';
import { TryProfile } from '../use-cases/try-profile.js';

/** The lists that an organization screens against, and the scores from which a match counts. */
@ApiTags('screening')
@Controller('screening-profiles')
export class ScreeningProfilesController {
  constructor(
    private readonly profiles: ReadProfiles,
    private readonly changes: ChangeProfiles,
    private readonly trial: TryProfile,
  ) {}

  /** Lists the default profile first, which exists even without any settings. */
  @Get()
  @ApiOperation({ summary: 'List screening profiles' })
  @RequirePermission('integrations:read')
  @ApiOkResponse({ type: ScreeningProfileListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal): Promise<ScreeningProfileListDto> {
    const profiles = await this.profiles.list(organizationId);
    return { success: true, profiles: profiles.map((profile) => ScreeningProfileDto.from(profile)) };
  }

  @Post()
  @ApiOperation({ summary: 'Create a screening profile' })
  @BodyExample({ name: 'Exposed persons', topics: ['pep'], threshold: 0.88 })
  @RequirePermission('integrations:manage')
  @ApiErrors('VALIDATION_ERROR', 'TOO_MANY_ITEMS')
  @ApiCreatedResponse({ type: ScreeningProfileResponseDto })
  async create(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: CreateProfileBody,
  ): Promise<ScreeningProfileResponseDto> {
    const profile = await this.changes.create(principal, sentContent(body), new Date());
    return { success: true, profile: ScreeningProfileDto.from(profile) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a screening profile' })
  @RequirePermission('integrations:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: ScreeningProfileResponseDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Screening profile') id: string,
  ): Promise<ScreeningProfileResponseDto> {
    return { success: true, profile: ScreeningProfileDto.from(await this.profiles.getStored(organizationId, id)) };
  }

  /** Creates the next version, which later screenings use. Stored screenings are kept. */
  @Patch(':id')
  @ApiOperation({ summary: 'Update a screening profile' })
  @BodyExample({ threshold: 0.85, ifVersion: 1, reason: 'Fewer namesakes' })
  @RequirePermission('integrations:manage')
  @ApiErrors('VALIDATION_ERROR', 'NO_CHANGES', 'NOT_FOUND', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: ScreeningProfileResponseDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Screening profile') id: string,
    @Body() body: ChangeProfileBody,
  ): Promise<ScreeningProfileResponseDto> {
    const { ifVersion = null, reason = null } = body;
    const profile = await this.changes.change(
      principal,
      id,
      { sent: sentContent(body), ifVersion, reason },
      new Date(),
    );
    return { success: true, profile: ScreeningProfileDto.from(profile) };
  }

  @Get(':id/versions')
  @ApiOperation({ summary: 'List the versions of a screening profile' })
  @RequirePermission('integrations:read')
  @ApiErrors('NOT_FOUND')
  @ApiOkResponse({ type: ScreeningProfileVersionsDto })
  async versions(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Screening profile') id: string,
  ): Promise<ScreeningProfileVersionsDto> {
    const versions = await this.profiles.versions(organizationId, id);
    return { success: true, versions: versions.map((version) => ScreeningProfileDto.from(version)) };
  }

  /**
   * Screens the parties that the profile screened in the last 30 days again, with the current and the changed settings. Nothing is stored.
   */
  @Post(':id/try', { waitsOutside: true })
  @ApiOperation({ summary: 'Preview the hits that a change of a screening profile would add and remove' })
  @BodyExample({ threshold: 0.85 })
  @HttpCode(200)
  @RequirePermission('integrations:manage')
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'DATASET_NOT_LOADED', 'DATASET_STALE')
  @ApiOkResponse({ type: ProfileTrialDto })
  async try(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'Screening profile') id: string,
    @PostBody() body: TryProfileBody,
  ): Promise<ProfileTrialDto> {
    return ProfileTrialDto.from(await this.trial.try(organizationId, id, sentContent(body), new Date()));
  }
}
