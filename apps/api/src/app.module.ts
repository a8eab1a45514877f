import { type DynamicModule, Module } from '@nestjs/common';

import { TenancyModule } from './modules/tenancy/tenancy.module.js';
import { CaseworkModule } from './modules/casework/casework.module.js';
import { DeliveryModule } from './modules/delivery/delivery.module.js';
import { DecisionsModule } from './modules/decisions/decisions.module.js';
import { RulesRoomModule } from './modules/rules/rules.module.js';
import { PartiesModule } from './modules/parties/parties.module.js';
import { EventsModule } from './modules/events/events.module.js';
import { EnrichmentModule } from './modules/enrichment/enrichment.module.js';
import { ScreeningModule } from './modules/screening/screening.module.js';
import { KycModule } from './modules/kyc/kyc.module.js';
import { AutomationsModule } from './modules/automations/automations.module.js';
import { OwnershipModule } from './modules/ownership/ownership.module.js';
import { InsightModule } from './modules/insight/insight.module.js';
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

/** From the lowest to the highest. */
const rooms = [
  TenancyModule,
  CaseworkModule,
  DeliveryModule,
  DecisionsModule,
  RulesRoomModule,
  PartiesModule,
  EventsModule,
  EnrichmentModule,
  ScreeningModule,
  OwnershipModule,
  KycModule,
  AutomationsModule,
  InsightModule,
];

const operations = [MetricsModule, OperationsModule, EgressModule, OutboxModule, MailModule, FilesModule, BlobsModule];

@Module({})
export class AppModule {
  static forRoot(config: AppConfig): DynamicModule {
    // Guards run in the order of their modules: the key is checked before anything else of a request.
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
