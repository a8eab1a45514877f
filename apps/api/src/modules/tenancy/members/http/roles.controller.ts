import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiErrors, providedFields, UuidParam } from '../../../../platform/http/index.js';
import { Post } from '../../../../platform/idempotency/index.js';
import { findRoles, findHomeOrganization } from '../persistence/role-store.js';
import { ChangeRoles } from '../use-cases/change-roles.js';
import { ChangeRoleBody, CreateRoleBody } from '../dto/member.bodies.js';
import { RemovedDto, RoleAnswerDto, RoleListDto } from '../dto/member.dto.js';

@ApiTags('members')
@Controller('roles')
export class RolesController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly roles: ChangeRoles,
  ) {}

  /** The fixed roles Owner, Admin and Member, and those of the account. */
  @Get()
  @RequirePermission('roles:read')
  @ApiOkResponse({ type: RoleListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal): Promise<RoleListDto> {
    const client = this.database.forOrganization(organizationId);
    return { success: true, roles: await findRoles(client, await findHomeOrganization(client, organizationId)) };
  }

  @Post()
  @RequirePermission('roles:manage')
  @ApiErrors('VALIDATION_ERROR', 'PERMISSION_ESCALATION', 'DUPLICATE_NAME')
  @ApiCreatedResponse({ type: RoleAnswerDto })
  async create(@CurrentPrincipal() principal: Principal, @Body() body: CreateRoleBody): Promise<RoleAnswerDto> {
    const { name, description, permissions } = body;
    const role = await this.roles.create(principal, { name, description: description ?? null, permissions });
    return { success: true, role };
  }

  @Patch(':id')
  @RequirePermission('roles:manage')
  @ApiErrors('VALIDATION_ERROR', 'PERMISSION_ESCALATION', 'SYSTEM_ROLE', 'DUPLICATE_NAME')
  @ApiOkResponse({ type: RoleAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Role') id: string,
    @Body() body: ChangeRoleBody,
  ): Promise<RoleAnswerDto> {
    return { success: true, role: await this.roles.change(principal, id, providedFields(body)) };
  }

  @Delete(':id')
  @RequirePermission('roles:manage')
  @ApiErrors('SYSTEM_ROLE', 'ROLE_IN_USE')
  @ApiOkResponse({ type: RemovedDto })
  async remove(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Role') id: string): Promise<RemovedDto> {
    await this.roles.remove(principal, id);
    return { success: true, id };
  }
}
