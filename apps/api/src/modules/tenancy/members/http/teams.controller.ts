import { Body, Controller, Delete, Get, HttpCode, Patch, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import {
  ApiErrors,
  BodyExample,
  notFound,
  PageQuery,
  providedFields,
  Query,
  UuidParam,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { MemberDto, MemberPageDto, RemovedDto } from '../dto/member.dto.js';
import { ChangeTeamBody, CreateTeamBody, TeamAnswerDto, TeamPageDto } from '../dto/team.dto.js';
import { findTeamMembers } from '../persistence/member-store.js';
import { findHomeOrganization } from '../persistence/role-store.js';
import { findTeam, findTeams } from '../persistence/team-store.js';
import { ChangeTeams } from '../use-cases/change-teams.js';

const TeamId = (): ParameterDecorator => UuidParam('id', 'Team');

@ApiTags('members')
@Controller('teams')
export class TeamsController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly teams: ChangeTeams,
  ) {}

  /** Returns the teams of the account: alerts and cases of both its organizations may be assigned to them. */
  @Get()
  @ApiOperation({ summary: 'List teams' })
  @RequirePermission('members:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE')
  @ApiOkResponse({ type: TeamPageDto })
  async list(@CurrentPrincipal() { organizationId }: Principal, @Query() query: PageQuery): Promise<TeamPageDto> {
    const client = this.database.forOrganization(organizationId);
    const home = await findHomeOrganization(client, organizationId);
    const { rows: teams, pagination } = await findTeams(client, home, query);
    return { success: true, teams, pagination };
  }

  @Post()
  @ApiOperation({ summary: 'Make a team' })
  @BodyExample({ name: 'Sanctions desk', description: 'Hits on lists' })
  @RequirePermission('members:manage')
  @ApiErrors('VALIDATION_ERROR', 'DUPLICATE_NAME', 'TEAM_LIMIT_REACHED')
  @ApiCreatedResponse({ type: TeamAnswerDto })
  async create(@CurrentPrincipal() principal: Principal, @PostBody() body: CreateTeamBody): Promise<TeamAnswerDto> {
    const { name, description } = body;
    return { success: true, team: await this.teams.create(principal, { name, description: description ?? null }) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read a team' })
  @RequirePermission('members:read')
  @ApiOkResponse({ type: TeamAnswerDto })
  async get(@CurrentPrincipal() { organizationId }: Principal, @TeamId() id: string): Promise<TeamAnswerDto> {
    const client = this.database.forOrganization(organizationId);
    const team = await findTeam(client, await findHomeOrganization(client, organizationId), id);
    if (!team) throw notFound('Team');
    return { success: true, team };
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change a team' })
  @BodyExample({ name: 'Sanctions and watchlists', ifVersion: 1 })
  @RequirePermission('members:manage')
  @ApiErrors('VALIDATION_ERROR', 'DUPLICATE_NAME', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: TeamAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @TeamId() id: string,
    @Body() body: ChangeTeamBody,
  ): Promise<TeamAnswerDto> {
    const { name, description, ifVersion } = body;
    const change = { ...providedFields({ name }), ...(description !== undefined && { description }) };
    return { success: true, team: await this.teams.change(principal, id, change, ifVersion) };
  }

  /** Adds a member to a team; has no effect if they are already in it. */
  @Put(':id/members/:memberId')
  @ApiOperation({ summary: 'Add a member to a team' })
  @RequirePermission('members:manage')
  @ApiErrors('TEAM_LIMIT_REACHED')
  @ApiOkResponse({ type: TeamAnswerDto })
  async add(
    @CurrentPrincipal() principal: Principal,
    @TeamId() id: string,
    @UuidParam('memberId', 'Member') memberId: string,
  ): Promise<TeamAnswerDto> {
    return { success: true, team: await this.teams.setMember(principal, id, memberId, true, new Date()) };
  }

  @Delete(':id/members/:memberId')
  @ApiOperation({ summary: 'Remove a member from a team' })
  @RequirePermission('members:manage')
  @ApiOkResponse({ type: TeamAnswerDto })
  async takeOut(
    @CurrentPrincipal() principal: Principal,
    @TeamId() id: string,
    @UuidParam('memberId', 'Member') memberId: string,
  ): Promise<TeamAnswerDto> {
    return { success: true, team: await this.teams.setMember(principal, id, memberId, false, new Date()) };
  }

  /** Restores a team with its id as it was when it was deleted, with those of its members who still exist. */
  @Post(':id/restore')
  @ApiOperation({ summary: 'Put a removed team back' })
  @HttpCode(200)
  @RequirePermission('members:manage')
  @ApiErrors('NOT_FOUND', 'DUPLICATE_NAME', 'TEAM_LIMIT_REACHED')
  @ApiOkResponse({ type: TeamAnswerDto })
  async restore(@CurrentPrincipal() principal: Principal, @TeamId() id: string): Promise<TeamAnswerDto> {
    return { success: true, team: await this.teams.restore(principal, id, new Date()) };
  }

  /**
   * Removes a team. Its open work returns to the queue after a minute, unless the team is restored before: it is then assigned to nobody.
   */
  @Delete(':id')
  @ApiOperation({ summary: 'Remove a team' })
  @RequirePermission('members:manage')
  @ApiOkResponse({ type: RemovedDto })
  async remove(@CurrentPrincipal() principal: Principal, @TeamId() id: string): Promise<RemovedDto> {
    await this.teams.remove(principal, id, new Date());
    return { success: true, id };
  }

  @Get(':id/members')
  @ApiOperation({ summary: 'List the members of a team' })
  @RequirePermission('members:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE')
  @ApiOkResponse({ type: MemberPageDto })
  async members(
    @CurrentPrincipal() { organizationId }: Principal,
    @TeamId() id: string,
    @Query() query: PageQuery,
  ): Promise<MemberPageDto> {
    const client = this.database.forOrganization(organizationId);
    const home = await findHomeOrganization(client, organizationId);
    if (!(await findTeam(client, home, id))) throw notFound('Team');
    const { rows, pagination } = await findTeamMembers(client, home, id, query);
    return { success: true, members: rows.map((member) => MemberDto.from(member)), pagination };
  }
}
