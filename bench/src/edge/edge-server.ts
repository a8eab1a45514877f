import 'reflect-metadata';
import { Body, Controller, type DynamicModule, Global, HttpCode, Inject, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  ApiKeyVerifier,
  AuthModule,
  apiKeyHook,
  requesterOf,
  Memberships,
  RequirePermission,
  SessionAuthorizer,
} from '@tamis/api/dist/platform/auth/index.js';
import { ConfigModule, readConfig } from '@tamis/api/dist/platform/config/index.js';
import { DatabaseModule, TenantDatabase } from '@tamis/api/dist/platform/database/index.js';
import {
  HttpModule,
  NameField,
  NumberField,
  registerJsonBodyParser,
  registerServerHooks,
  requestIdOf,
  TextField,
} from '@tamis/api/dist/platform/http/index.js';
import { registerAdmission } from '@tamis/api/dist/platform/load/index.js';
import { newLogger } from '@tamis/api/dist/platform/logging/index.js';
import { Metrics, MetricsModule } from '@tamis/api/dist/platform/metrics/index.js';
import { Draining, observeRequests, OperationsModule } from '@tamis/api/dist/platform/operations/index.js';
import { RateLimiter } from '@tamis/api/dist/platform/rate-limits/index.js';
import { type FastifyBaseLogger, LogController } from 'fastify';
import pg from 'pg';
import { Column, Entity, PrimaryColumn } from 'typeorm';

import { type Layer, layers, type Row } from './compositions.js';
import { startProfile, type ProfileShare } from './profile-shares.js';

/** The settings of the server, as JSON in `EDGE`. */
export interface EdgeSettings {
  readonly databaseUrl: string;
  readonly organizationId: string;
  readonly upTo: Layer;
  readonly row: Row;
}

export type EdgeRequest = 'cpu' | 'profile' | 'shares';

export type EdgeReply =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'cpu'; readonly us: number }
  | { readonly type: 'profile' }
  | { readonly type: 'shares'; readonly shares: readonly ProfileShare[] };

const settings = JSON.parse(process.env['EDGE'] ?? '{}') as EdgeSettings;
const has = (layer: Layer): boolean => layers.indexOf(layer) <= layers.indexOf(settings.upTo);

class TransactionBody {
  @NameField({ required: true, max: 200 }) name!: string;
  @TextField({ required: true, max: 3 }) currency!: string;
  @NumberField({ required: true, min: 0 }) amount!: number;
  @TextField({ max: 255 }) externalId?: string;
}

const rowReader = Symbol('RowReader');

type RowReader = () => Promise<unknown>;

@Controller('bench')
class BenchController {
  constructor(@Inject(rowReader) private readonly readRow: RowReader) {}

  @Post()
  @HttpCode(200)
  @RequirePermission('transactions:create')
  async post(@Body() body: TransactionBody): Promise<object> {
    await this.readRow();
    return { success: true, name: body.name, amount: body.amount };
  }
}

const statement = {
  name: 'bench_row',
  text: 'select id, name, plan, timezone, settings from organizations where id = $1',
  values: [settings.organizationId],
};

/** The columns that the statement reads. */
@Entity('organizations')
class OrganizationRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text') plan!: string;
  @Column('text') timezone!: string;
  @Column('text') settings!: string;
}

const reader = {
  none: { provide: rowReader, useFactory: (): RowReader => () => Promise.resolve() },
  owner: {
    provide: rowReader,
    useFactory: (): RowReader => {
      const pool = new pg.Pool({ connectionString: settings.databaseUrl, max: 10, pipeline: true });
      return () => pool.query(statement);
    },
  },
  tenant: {
    provide: rowReader,
    inject: [TenantDatabase],
    useFactory: (database: TenantDatabase): RowReader => {
      const rows = database.forOrganization(settings.organizationId);
      return () => rows.query(statement);
    },
  },
  mapped: {
    provide: rowReader,
    inject: [TenantDatabase],
    useFactory: (database: TenantDatabase): RowReader => {
      const id = settings.organizationId;
      return () => database.withRepository(id, OrganizationRow, (rows) => rows.findOneBy({ id }));
    },
  },
};

const asksDatabase = has('key') || settings.row === 'tenant' || settings.row === 'mapped';

const nobody: Memberships = {
  find: () => Promise.resolve(null),
  findWith: () => Promise.resolve(null),
  listOrganizations: () => Promise.resolve([]),
};

/** Nobody signs in here, because all requests use a key. */
@Global()
@Module({ providers: [{ provide: Memberships, useValue: nobody }], exports: [Memberships] })
class NoMembersModule {}

@Module({})
class EdgeModule {
  static compose(): DynamicModule {
    const config = readConfig({ DATABASE_URL: settings.databaseUrl });
    if (!config.ok) throw new Error(config.error.join());
    return {
      module: EdgeModule,
      controllers: [BenchController],
      providers: [reader[settings.row]],
      imports: [
        ...(asksDatabase ? [ConfigModule.forRoot(config.value), DatabaseModule] : []),
        ...(settings.row === 'mapped' ? [TypeOrmModule.forFeature([OrganizationRow])] : []),
        ...(has('key') ? [AuthModule, NoMembersModule] : []),
        ...(has('reading') ? [HttpModule] : []),
        ...(has('logs') ? [MetricsModule, OperationsModule] : []),
      ],
    };
  }
}

/** The log of the server is written, but discarded. */
const nowhere = { write: () => undefined };

async function main(): Promise<void> {
  const adapter = has('reading')
    ? new FastifyAdapter({
        ...(has('logs') && {
          loggerInstance: newLogger('info', nowhere),
          logController: new LogController({ disableRequestLogging: true }),
          childLoggerFactory: (parent: FastifyBaseLogger) => parent,
        }),
        genReqId: requestIdOf,
        requestIdHeader: false,
      })
    : new FastifyAdapter();
  const server = adapter.getInstance();
  if (has('reading')) {
    registerJsonBodyParser(server);
    registerServerHooks(server);
  }
  const app = await NestFactory.create<NestFastifyApplication>(EdgeModule.compose(), adapter, {
    bodyParser: !has('reading'),
    logger: ['fatal', 'error'],
    abortOnError: false,
  });
  if (has('logs')) observeRequests(server, app.get(Metrics), app.get(Draining));
  if (has('key')) {
    const uncounted = { consume: () => Promise.resolve(null) } as unknown as RateLimiter;
    const limiter = has('limits') ? app.get<RateLimiter>(RateLimiter) : uncounted;
    server.addHook('onRequest', apiKeyHook(app.get(ApiKeyVerifier), limiter, app.get(SessionAuthorizer)));
  }
  if (has('admission')) registerAdmission(server, { running: 100, waiting: 1_000 }, requesterOf);
  await app.listen(0, '127.0.0.1');
  handleParentMessage();
  sendToParent({ type: 'listening', port: (app.getHttpServer().address() as { port: number }).port });
}

const sendToParent = (answer: EdgeReply): void => void process.send?.(answer);

function handleParentMessage(): void {
  let stopProfile: (() => Promise<readonly ProfileShare[]>) | undefined;
  process.on('message', (question: EdgeRequest) => {
    const { user, system } = process.cpuUsage();
    if (question === 'cpu') sendToParent({ type: 'cpu', us: user + system });
    else if (question === 'profile')
      void startProfile().then((stop) => {
        stopProfile = stop;
        sendToParent({ type: 'profile' });
      });
    else void stopProfile?.().then((shares) => sendToParent({ type: 'shares', shares }));
  });
  process.on('disconnect', () => process.exit(0));
}

await main();
