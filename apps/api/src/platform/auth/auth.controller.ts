import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { ApiKeyRecordDto, KeyTestDto } from './key-test.dto.js';
import { ApiKeyStore } from './api-key-store.js';
import { CurrentPrincipal, type Principal } from './principal.js';
import { AnyKey } from './require-permission.js';

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(private readonly keys: ApiKeyStore) {}

  /** Tells whether the key is valid, and what it may do. */
  @Get('test')
  @AnyKey()
  @ApiOkResponse({ type: KeyTestDto })
  async test(@CurrentPrincipal() principal: Principal): Promise<KeyTestDto> {
    const record = await this.keys.get(principal.organizationId, principal.apiKeyId);
    if (!record) throw new Error(`the key ${principal.apiKeyId} vanished while it was tested`);
    return { valid: true, apiKey: ApiKeyRecordDto.from(record) };
  }
}
