import { type DynamicModule, Module } from '@nestjs/common';

import { rooms } from './rooms.js';
import { AuthModule } from './platform/auth/index.js';
import { BlobsModule } from './platform/blobs/index.js';
import { type AppConfig, ConfigModule } from './platform/config/index.js';
import { DatabaseModule } from './platform/database/index.js';
import { EgressModule } from './platform/egress/index.js';
import { FilesModule } from './platform/files/index.js';
import { HttpModule } from './platform/http/index.js';
import { IdempotencyModule } from './platform/idempotency/index.js';
import { SecretsModule } from './platform/secrets/index.js';
import { MailModule } from './platform/mail/index.js';
import { MetricsModule } from './platform/metrics/index.js';
import { OperationsModule } from './platform/operations/index.js';
import { OutboxModule } from './platform/outbox/index.js';
import { TracingModule } from './platform/tracing/index.js';

const operations = [MetricsModule, OperationsModule, EgressModule, OutboxModule, MailModule, FilesModule, BlobsModule];

@Module({})
export class AppModule {
  static forRoot(config: AppConfig): DynamicModule {
    // Guards run in the order of their modules: the API key is checked before anything else of a request.
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule,
        SecretsModule,
        AuthModule,
        HttpModule,
        ...operations,
        TracingModule.forRoot(config),
        IdempotencyModule,
        ...rooms,
      ],
    };
  }
}
