import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags, ApiOperation } from '@nestjs/swagger';

import { AnyKey, permissionCatalogue, type PermissionRecord, permissions } from '../../../platform/auth/index.js';

class PermissionDto implements PermissionRecord {
  @ApiProperty({ enum: permissions, enumName: 'Permission' }) name!: PermissionRecord['name'];
  @ApiProperty() resource!: string;
  @ApiProperty() action!: string;
  @ApiProperty() description!: string;
}

class PermissionListDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ type: [PermissionDto] }) permissions!: readonly PermissionDto[];
}

@ApiTags('API keys')
@Controller('permissions')
export class PermissionsController {
  /** Returns all permissions that a key or role can have. */
  @Get()
  @ApiOperation({ summary: 'All permissions' })
  @AnyKey()
  @ApiOkResponse({ type: PermissionListDto })
  list(): PermissionListDto {
    return { success: true, permissions: permissionCatalogue };
  }
}
