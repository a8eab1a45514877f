import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags, ApiOperation } from '@nestjs/swagger';

import { InjectPgPool, Notifications, type PgPool } from '../database/index.js';
import { ApiError, ApiErrors, PublicRoute } from '../http/index.js';
import { Draining } from './observe-requests.js';

const healthy = { type: 'object', properties: { status: { type: 'string', enum: ['ok'] } }, required: ['status'] };

const readiness = {
  ...healthy,
  properties: {
    status: {
      type: 'string',
      enum: ['ok', 'degraded'],
      description: '`degraded`: requests are served, but changes by other processes are seen up to a minute late',
    },
    reason: { type: 'string', description: 'Why it is degraded and what to do' },
  },
};

interface Readiness {
  readonly status: 'ok' | 'degraded';
  readonly reason?: string;
}

interface Health {
  readonly status: 'ok';
}

const notHearing =
  'notifications from other processes do not arrive: DATABASE_SESSION_URL must be a direct address of the database, without a connection pooler';

@ApiTags('operations')
@Controller('health')
export class HealthController {
  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly draining: Draining,
    private readonly notifications: Notifications,
  ) {}

  /** Returns 200 if the server and its database respond, otherwise 503. */
  @Get()
  @ApiOperation({ summary: 'Check the server and its database' })
  @PublicRoute()
  @ApiOkResponse({ schema: healthy, example: { status: 'ok' } })
  @ApiErrors('SERVICE_UNAVAILABLE')
  async get(): Promise<Health> {
    const answers = await this.pool.query('select 1').then(
      () => true,
      () => false,
    );
    if (!answers) throw new ApiError('SERVICE_UNAVAILABLE', 'The database is not available');
    return { status: 'ok' };
  }

  /** Returns 200 as long as the process responds. Does not check the database, since a restart would not fix its failures. */
  @Get('live')
  @ApiOperation({ summary: 'Check that the process is alive' })
  @PublicRoute()
  @ApiOkResponse({ schema: healthy, example: { status: 'ok' } })
  live(): Health {
    return { status: 'ok' };
  }

  /** Returns 200 if the server should receive requests: its database responds, and it is not about to stop. Otherwise returns 503. */
  @Get('ready')
  @ApiOperation({ summary: 'Check that the server is ready for requests' })
  @PublicRoute()
  @ApiOkResponse({ schema: readiness, example: { status: 'ok' } })
  @ApiErrors('SERVICE_UNAVAILABLE')
  async ready(): Promise<Readiness> {
    if (this.draining.active) throw new ApiError('SERVICE_UNAVAILABLE', 'The server is shutting down');
    await this.get();
    return this.notifications.isHearing ? { status: 'ok' } : { status: 'degraded', reason: notHearing };
  }
}
