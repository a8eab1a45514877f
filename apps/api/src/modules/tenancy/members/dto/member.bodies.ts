import { permissionNames } from '../../../../platform/auth/index.js';
import {
  EmailField,
  EnumArrayField,
  EnumField,
  IfVersionField,
  NameField,
  TextField,
  TrimmedField,
  UuidField,
  ChangeBody,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type EnvironmentAccess, environmentAccesses } from '../domain/member.js';

/** Body of `POST /members/invite`. */
export class InviteMemberBody {
  @EmailField({ required: true }) email!: string;
  @UuidField({ required: true }) roleId!: string;
  @EnumField(environmentAccesses, 'EnvironmentAccess', { description: 'default: both' })
  environmentAccess?: EnvironmentAccess | null;
}

/** Body of `PATCH /members/{id}`: absent members stay unchanged. */
@ChangeBody()
export class ChangeMemberBody {
  @UuidField() roleId?: string;
  @EnumField(environmentAccesses, 'EnvironmentAccess') environmentAccess?: EnvironmentAccess;
  @EnumField(['active', 'deactivated'], 'MemberActivity') status?: 'active' | 'deactivated';
  @NameField({ max: limits.memberNameCharacters }) firstName?: string;
  @NameField({ max: limits.memberNameCharacters }) lastName?: string;
  @IfVersionField() ifVersion?: number;
}

const permissionList = { min: 1, max: permissionNames.length };

/** Body of `POST /roles`. */
export class CreateRoleBody {
  @TrimmedField({ required: true, max: limits.roleNameCharacters }) name!: string;
  @TextField({ max: limits.roleDescriptionCharacters }) description?: string | null;
  @EnumArrayField(permissionNames, 'PermissionName', { ...permissionList, required: true }) permissions!: string[];
}

/** Body of `PATCH /roles/{id}`: absent members stay unchanged. */
@ChangeBody()
export class ChangeRoleBody {
  @TrimmedField({ max: limits.roleNameCharacters }) name?: string;
  @TextField({ max: limits.roleDescriptionCharacters, nullable: true }) description?: string | null;
  @EnumArrayField(permissionNames, 'PermissionName', permissionList) permissions?: string[];
  @IfVersionField() ifVersion?: number;
}
