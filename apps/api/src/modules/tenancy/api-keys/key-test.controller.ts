import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { AnyKey, CurrentPrincipal, findApiKey, type Principal } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { KeyTestDto, TestedKeyDto } from './api-key.dto.js';

@ApiTags('auth')
@Controller('auth')
export class KeyTestController {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns whether the key is valid, and what it may do. */
  @Get('test')
  @ApiOperation({ summary: 'Read the API key of the request' })
  @AnyKey()
  @ApiOkResponse({ type: KeyTestDto })
  async test(@CurrentPrincipal() { organizationId, actor }: Principal): Promise<KeyTestDto> {
    if (actor.type !== 'api_key') throw new ApiError('FORBIDDEN', 'A session is not a key: see GET /auth/session');
    const key = await findApiKey(this.database.forOrganization(organizationId), organizationId, actor.id);
    if (!key) throw new Error(`the key ${actor.id} was deleted during the test`);
    // This use is the latest one, although it is written only later.
    return { valid: true, apiKey: TestedKeyDto.from({ ...key, lastUsedAt: new Date() }) };
  }
}
