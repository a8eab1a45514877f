import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import {
  ApiErrors,
  PageQuery,
  providedFields,
  UuidParam,
  BodyExample,
  exampleId,
  Query,
} from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
import { findMembers } from '../persistence/member-store.js';
import { findHomeOrganization } from '../persistence/role-store.js';
import { ChangeMembers } from '../use-cases/change-members.js';
import { ChangeMemberBody, InviteMemberBody } from '../dto/member.bodies.js';
import { InvitedMemberDto, MemberAnswerDto, MemberDto, MemberPageDto, RemovedDto } from '../dto/member.dto.js';

@ApiTags('members')
@Controller('members')
export class MembersController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly members: ChangeMembers,
  ) {}

  /** Lists the people of the account: the same for its production organization and its sandbox. */
  @Get()
  @ApiOperation({ summary: 'List members' })
  @RequirePermission('members:read')
  @ApiOkResponse({ type: MemberPageDto })
  async list(@CurrentPrincipal() { organizationId }: Principal, @Query() query: PageQuery): Promise<MemberPageDto> {
    const client = this.database.forOrganization(organizationId);
    const { rows, pagination } = await findMembers(client, await findHomeOrganization(client, organizationId), query);
    return { success: true, members: rows.map((member) => MemberDto.from(member)), pagination };
  }

  /** Invites a member by email; if no mail server is configured, the response contains the link. */
  @Post('invite')
  @ApiOperation({ summary: 'Invite a member' })
  @BodyExample({ email: 'analyst@example.com', roleId: exampleId, environmentAccess: 'sandbox' })
  @RequirePermission('members:manage')
  @ApiErrors('VALIDATION_ERROR', 'PERMISSION_ESCALATION', 'ALREADY_MEMBER')
  @ApiCreatedResponse({ type: InvitedMemberDto })
  async invite(
    @CurrentPrincipal() principal: Principal,
    @PostBody() body: InviteMemberBody,
  ): Promise<InvitedMemberDto> {
    const { email, roleId, environmentAccess } = body;
    const invitation = { email, roleId, environmentAccess: environmentAccess ?? 'both' };
    const { member, link } = await this.members.invite(principal, invitation, new Date());
    return { success: true, member: MemberDto.from(member), invitation: link };
  }

  /**
   * Open work of a member who can no longer do it after the change returns to the queue after a minute, unless the change is undone before:
   * it is then assigned to nobody. A later change does not give it back.
   */
  @Patch(':id')
  @ApiOperation({ summary: 'Change a member' })
  @BodyExample({ environmentAccess: 'both', ifVersion: 1 })
  @RequirePermission('members:manage')
  @ApiErrors('VALIDATION_ERROR', 'PERMISSION_ESCALATION', 'LAST_OWNER', 'INVALID_STATUS_TRANSITION', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: MemberAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Member') id: string,
    @Body() body: ChangeMemberBody,
  ): Promise<MemberAnswerDto> {
    const change = providedFields(body);
    return { success: true, member: MemberDto.from(await this.members.change(principal, id, change, new Date())) };
  }

  /** Removes a member. Their open work returns to the queue at once: it is assigned to nobody. */
  @Delete(':id')
  @ApiOperation({ summary: 'Remove a member' })
  @RequirePermission('members:manage')
  @ApiErrors('LAST_OWNER', 'PERMISSION_ESCALATION')
  @ApiOkResponse({ type: RemovedDto })
  async remove(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Member') id: string): Promise<RemovedDto> {
    await this.members.remove(principal, id, new Date());
    return { success: true, id };
  }
}
