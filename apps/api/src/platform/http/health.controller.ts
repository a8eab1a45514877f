import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';

import { InjectPgPool, type PgPool } from '../database/index.js';
import { PublicRoute } from './public-route.js';

@ApiTags('health')
@Controller('health')
export class HealthController {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  /** 200 when the server and its database answer, else 503. */
  @Get()
  @PublicRoute()
  @ApiOkResponse({ schema: { type: 'object', properties: { status: { type: 'string', enum: ['ok'] } } } })
  async get(): Promise<{ status: 'ok' }> {
    await this.pool.query('select 1');
    return { status: 'ok' };
  }
}
