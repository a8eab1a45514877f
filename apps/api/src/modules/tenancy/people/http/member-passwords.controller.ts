import { Controller, HttpCode } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';

import { CurrentPrincipal, type Principal, RequirePermission } from '../../../../platform/auth/index.js';
import { ApiErrors, UuidParam } from '../../../../platform/http/index.js';
import { Post } from '../../../../platform/idempotency/index.js';
import { MemberPasswordDto } from '../dto/sign-in.dto.js';
import { ChangePassword } from '../use-cases/change-password.js';

@ApiTags('members')
@Controller('members')
export class MemberPasswordsController {
  constructor(private readonly passwords: ChangePassword) {}

  /**
   * For a member who forgot the password. Sends an email; if no mail server is configured, the response contains the link of that email.
   */
  @Post(':id/password-reset')
  @ApiOperation({ summary: 'Send a member a link to set a new password' })
  @HttpCode(202)
  @RequirePermission('members:manage')
  @ApiErrors('FORBIDDEN', 'PERMISSION_ESCALATION', 'INVALID_STATUS_TRANSITION', 'TOO_MANY_ATTEMPTS')
  @ApiAcceptedResponse({ type: MemberPasswordDto })
  async reset(
    @CurrentPrincipal() principal: Principal,
    @UuidParam('id', 'Member') id: string,
  ): Promise<MemberPasswordDto> {
    return { success: true, passwordReset: await this.passwords.requestMemberReset(principal, id) };
  }
}
