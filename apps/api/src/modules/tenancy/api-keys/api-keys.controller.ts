import { Body, Controller, Delete, Get, HttpCode, Patch } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';
import {
  CurrentPrincipal,
  findApiKey,
  findApiKeys,
  permissionNames,
  type Principal,
  RequirePermission,
} from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import {
  ApiErrors,
  notFound,
  UuidParam,
  EnumArrayField,
  IfVersionField,
  InstantField,
  IntegerField,
  NameField,
  TextArrayField,
  BodyExample,
  PageQuery,
  Query,
  ChangeBody,
} from '../../../platform/http/index.js';
import { Post, PostBody } from '../../../platform/idempotency/index.js';
import { ChangeApiKey } from './change-api-key.js';
import { CreateApiKey } from './create-api-key.js';
import { RotateApiKey } from './rotate-api-key.js';
import {
  ApiKeyAnswerDto,
  ApiKeyDto,
  ApiKeyListDto,
  MadeApiKeyDto,
  RevokedApiKeyDto,
  RotatedApiKeyDto,
} from './api-key.dto.js';
import { limits } from '../../../platform/limits.js';

const expiry = { description: 'Omitted or null: the key does not expire' };
const addresses = {
  max: limits.apiKeyAddressBlocks,
  maxText: 50,
  description: 'CIDR blocks from which the key can be used',
};

/** Body of `POST /api-keys`. */
class CreateApiKeyBody {
  @NameField({ required: true, max: limits.apiKeyNameCharacters }) name!: string;
  @EnumArrayField(permissionNames, 'PermissionName', { required: true, min: 1, max: permissionNames.length })
  permissions!: string[];
  @InstantField(expiry) expiresAt?: string | null;
  @TextArrayField(addresses) ipAllowlist?: string[] | null;
}

/** Body of `PATCH /api-keys/{id}`: absent members stay unchanged. */
@ChangeBody()
class ChangeApiKeyBody {
  @NameField({ max: limits.apiKeyNameCharacters }) name?: string | null;
  @EnumArrayField(permissionNames, 'PermissionName', { min: 1, max: permissionNames.length })
  permissions?: string[] | null;
  @InstantField({ nullable: true, description: 'null: the key does not expire' }) expiresAt?: string | null;
  @TextArrayField(addresses) ipAllowlist?: string[] | null;
  @IfVersionField() ifVersion?: number;
}

/** Body of `POST /api-keys/{id}/rotate`. */
class RotateApiKeyBody {
  @IntegerField({
    min: 0,
    max: limits.apiKeyOverlapHours,
    description: 'How many hours the old key still works; default 24',
  })
  overlapHours?: number | null;
}

const defaultOverlapHours = 24;

@ApiTags('API keys')
@Controller('api-keys')
export class ApiKeysController {
  constructor(
    private readonly database: TenantDatabase,
    private readonly createKey: CreateApiKey,
    private readonly changeKey: ChangeApiKey,
    private readonly rotateKey: RotateApiKey,
  ) {}

  /** Creates an API key. Its value is only contained in this response. */
  @Post()
  @ApiOperation({ summary: 'Create an API key' })
  @BodyExample({ name: 'Payments service', permissions: ['transactions:create'], ipAllowlist: ['10.0.0.0/8'] })
  @RequirePermission('api_keys:manage')
  @ApiErrors('VALIDATION_ERROR', 'PERMISSION_ESCALATION')
  @ApiCreatedResponse({ type: MadeApiKeyDto })
  async create(@CurrentPrincipal() principal: Principal, @PostBody() body: CreateApiKeyBody): Promise<MadeApiKeyDto> {
    const request = {
      name: body.name,
      permissions: body.permissions,
      expiresAt: body.expiresAt == null ? null : new Date(body.expiresAt),
      ipAllowlist: body.ipAllowlist ?? [],
    };
    const { apiKey, key } = await this.createKey.create(principal, request);
    return { success: true, apiKey: ApiKeyDto.from(apiKey), key };
  }

  @Get()
  @ApiOperation({ summary: 'List API keys' })
  @RequirePermission('api_keys:read')
  @ApiErrors('VALIDATION_ERROR', 'OFFSET_TOO_LARGE')
  @ApiOkResponse({ type: ApiKeyListDto })
  async list(@CurrentPrincipal() { organizationId }: Principal, @Query() query: PageQuery): Promise<ApiKeyListDto> {
    const client = this.database.forOrganization(organizationId);
    const { rows, pagination } = await findApiKeys(client, organizationId, query);
    return { success: true, apiKeys: rows.map((key) => ApiKeyDto.from(key)), total: pagination.total, pagination };
  }

  @Get(':id')
  @ApiOperation({ summary: 'Read an API key' })
  @RequirePermission('api_keys:read')
  @ApiOkResponse({ type: ApiKeyAnswerDto })
  async get(
    @CurrentPrincipal() { organizationId }: Principal,
    @UuidParam('id', 'API key') id: string,
  ): Promise<ApiKeyAnswerDto> {
    const key = await findApiKey(this.database.forOrganization(organizationId), organizationId, id);
    if (!key) throw notFound('API key');
    return { success: true, apiKey: ApiKeyDto.from(key) };
  }

  @Patch(':id')
  @ApiOperation({ summary: 'Update an API key' })
  @BodyExample({ name: 'Payments service, Brazil', expiresAt: '2030-01-01T00:00:00Z', ifVersion: 1 })
  @RequirePermission('api_keys:manage')
  @ApiErrors('VALIDATION_ERROR', 'PERMISSION_ESCALATION', 'INVALID_STATUS_TRANSITION', 'VERSION_CONFLICT')
  @ApiOkResponse({ type: ApiKeyAnswerDto })
  async change(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'API key') id: string,
    @Body() body: ChangeApiKeyBody,
  ): Promise<ApiKeyAnswerDto> {
    const change = {
      ...(body.name != null && { name: body.name }),
      ...(body.permissions != null && { permissions: body.permissions }),
      ...(body.ipAllowlist != null && { ipAllowlist: body.ipAllowlist }),
      ...(body.expiresAt !== undefined && { expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt) }),
    };
    const key = await this.changeKey.change(principal, id, change, body.ifVersion);
    return { success: true, apiKey: ApiKeyDto.from(key) };
  }

  /** Creates a new key with the same permissions; the old one works until the overlap ends. */
  @Post(':id/rotate')
  @ApiOperation({ summary: 'Rotate an API key' })
  @BodyExample({ overlapHours: 24 })
  @HttpCode(200)
  @RequirePermission('api_keys:manage')
  @ApiErrors('VALIDATION_ERROR', 'PERMISSION_ESCALATION', 'INVALID_STATUS_TRANSITION')
  @ApiOkResponse({ type: RotatedApiKeyDto })
  async rotate(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'API key') id: string,
    @PostBody() body: RotateApiKeyBody,
  ): Promise<RotatedApiKeyDto> {
    const overlapHours = body.overlapHours ?? defaultOverlapHours;
    const { apiKey, ...made } = await this.rotateKey.rotate(principal, id, overlapHours);
    return { success: true, apiKey: ApiKeyDto.from(apiKey), ...made };
  }

  /** Revokes the key immediately, in every process. */
  @Delete(':id')
  @ApiOperation({ summary: 'Revoke an API key' })
  @RequirePermission('api_keys:manage')
  @ApiOkResponse({ type: RevokedApiKeyDto })
  async revoke(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'API key') id: string,
  ): Promise<RevokedApiKeyDto> {
    await this.changeKey.revoke(principal, id);
    return { success: true, id, status: 'revoked' };
  }
}
