import { createHash } from 'node:crypto';

import { Controller, Get, HttpCode, Param, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { hashToken } from '../../../../platform/auth/index.js';
import {
  ApiError,
  ApiErrors,
  BodyExample,
  JsonObjectField,
  PublicRoute,
  Query,
  RouteSettings,
  UuidParam,
} from '../../../../platform/http/index.js';
import { Post, PostBody, type RequestCaller } from '../../../../platform/idempotency/index.js';
import { automationLimits } from '../../definitions/index.js';
import type { JsonObject } from '../../definitions/index.js';
import { ContinuedDto, ContinueQuery, HookDto } from '../dto/execution.dto.js';
import { readToken, ReceiveHook } from '../use-cases/receive-hook.js';
import { RunByHand } from '../use-cases/run-by-hand.js';

/** Body of `POST /automations/hooks/{token}`. */
class HookBody {
  @JsonObjectField({ required: true, description: 'Data for the placeholders' }) data!: JsonObject;
}

const script = `document.querySelector('button').onclick = async ({ target }) => {
  target.disabled = true;
  const { ok } = await fetch(location.pathname + '/confirm' + location.search, { method: 'POST' });
  document.querySelector('p').textContent = ok ? 'It goes on. You can close this page.' : 'This link was used already, or is too old.';
};`;
const scriptHash = createHash('sha256').update(script).digest('base64');
const policy = `default-src 'none'; script-src 'sha256-${scriptHash}'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A link preview loads this page without spending the token: only the button does. */
const page = (name: string | null): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>Continue</title></head><body>
${
  name === null
    ? '<p>This link was already used or has expired.</p>'
    : `<p>The automation ${escapeHtml(name)} waits.</p><button>Continue</button><script>${script}</script>`
}
</body></html>
`;

/** Identifies the caller by the token. A wrong token has its own idempotency keys, none of which are stored. */
function hookCaller({ params }: FastifyRequest): RequestCaller | null {
  const { token } = params as { readonly token: string };
  const named = readToken(token);
  if (!named) return null;
  return {
    organizationId: named.organizationId,
    caller: `hook ${hashToken(token).toString('hex')}`,
    credential: token,
  };
}

/** Routes without an API key: the token authorizes the operation. */
@ApiTags('automations')
@Controller('automations')
export class ExecutionPagesController {
  constructor(
    private readonly hands: RunByHand,
    private readonly hooks: ReceiveHook,
  ) {}

  /** Returns a page with a button. */
  @Get('executions/:executionId/continue')
  @ApiOperation({ summary: 'Show the page that continues an execution' })
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR')
  @ApiProduces('text/html')
  @ApiOkResponse({ schema: { type: 'string' } })
  async show(
    @UuidParam('executionId', 'Execution') executionId: string,
    @Query() { token }: ContinueQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const automation = await this.hands.findByToken(executionId, token);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
    };
    void reply.headers(headers);
    return page(automation?.name ?? null);
  }

  /** Continues an execution, as the button on the page does. If several people press it at the same time, only one continues it. */
  @Post('executions/:executionId/continue/confirm', { waitsOutside: true })
  @ApiOperation({ summary: 'Continue an execution with its token' })
  @HttpCode(200)
  @PublicRoute()
  @ApiErrors('VALIDATION_ERROR', 'INVALID_TOKEN')
  @ApiOkResponse({ type: ContinuedDto })
  async confirm(
    @UuidParam('executionId', 'Execution') executionId: string,
    @Query() { token }: ContinueQuery,
  ): Promise<Pick<ContinuedDto, 'success' | 'executionId'>> {
    const resumed = await this.hands.resumeWithToken(executionId, token);
    if (!resumed) throw new ApiError('INVALID_TOKEN', 'The token was already used or has expired');
    return { success: true, executionId };
  }

  /** Starts the automation of the hook, once for each `Idempotency-Key`. */
  @Post('hooks/:token', { callerOf: hookCaller })
  @ApiOperation({ summary: 'Start an automation from an external system' })
  @BodyExample({ data: { orderId: 'A-1', amount: 250 } })
  @HttpCode(202)
  @RouteSettings({ access: 'public', bodyBytes: automationLimits.hookBytes })
  @ApiErrors('VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMIT_EXCEEDED')
  @ApiAcceptedResponse({ type: HookDto })
  async hook(@Param('token') token: string, @PostBody() { data }: HookBody): Promise<HookDto> {
    return { success: true, executionId: await this.hooks.receive(token, data) };
  }
}
