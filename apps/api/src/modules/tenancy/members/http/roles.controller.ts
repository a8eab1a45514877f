import { Body, Controller, Delete, Get, HttpCode, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiErrors, providedFields, UuidParam, BodyExample } from '../../../../platform/http/index.js';
import { Post, PostBody } from '../../../../platform/idempotency/index.js';
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

  /** Returns the fixed roles Owner, Admin and Member, and those of the account. */
  @Get()
  @ApiOperation({ summary: 'List roles' })
  @RequirePermission('roles:read')
  @ApiOkResponse({ type: RoleListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal): Promise<RoleListDto> {
    const client = this.database.forOrganization(organizationId);
    return { success: true, roles: await findRoles(client, await findHomeOrganization(client, organizationId)) };
  }

  @Post()
  @ApiOperation({ summary: 'Make a role' })
  @BodyExample({ name: 'Reader', permissions: ['rules:read', 'transactions:read'] })
  @RequirePermission('roles:manage')
  @ApiErrors('VALIDATION_ERROR', 'PERMISSION_ESCALATION', 'DUPLICATE_NAME')
  @ApiCreatedResponse({ type: RoleAnswerDto })
  async create(@CurrentPrincipal() principal: Principal, @PostBody() body: CreateRoleBody): Promise<RoleAnswerDto> {
    const { name, description, permissions } = body;
    const role = await this.roles.create(principal, { name, description: description ?? null, permissions });
    return { success: true, role };
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Change a role' })
  @BodyExample({ description: 'Can read everything and change nothing', ifVersion: 1 })
  @RequirePermission('roles:manage')
  @ApiErrors('VALIDATION_ERROR', 'PERMISSION_ESCALATION', 'SYSTEM_ROLE', 'DUPLICATE_NAME', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: RoleAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Role') id: string,
    @Body() body: ChangeRoleBody,
  ): Promise<RoleAnswerDto> {
    const { name, description, permissions, ifVersion } = body;
    const change = { ...providedFields({ name, permissions }), ...(description !== undefined && { description }) };
    return { success: true, role: await this.roles.change(principal, id, change, ifVersion) };
  }

  /** Restores a removed role with its id, as it was when it was removed. */
  @Post(':id/restore')
  @ApiOperation({ summary: 'Restore a deleted role' })
  @HttpCode(200)
  @RequirePermission('roles:manage')
  @ApiErrors('NOT_FOUND', 'SYSTEM_ROLE', 'PERMISSION_ESCALATION', 'DUPLICATE_NAME')
  @ApiOkResponse({ type: RoleAnswerDto })
  async restore(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Role') id: string): Promise<RoleAnswerDto> {
    return { success: true, role: await this.roles.restore(principal, id) };
  }

  @Delete(':id')
  @ApiOperation({ summary: 'Remove a role' })
  @RequirePermission('roles:manage')
  @ApiErrors('SYSTEM_ROLE', 'ROLE_IN_USE', 'PERMISSION_ESCALATION')
  @ApiOkResponse({ type: RemovedDto })
  async remove(@CurrentPrincipal() principal: Principal, @UuidParam('id', 'Role') id: string): Promise<RemovedDto> {
    await this.roles.remove(principal, id);
    return { success: true, id };
  }
}
