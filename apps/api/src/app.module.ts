import { type DynamicModule, Module } from '@nestjs/common';

import { AlertsModule } from './modules/alerts/index.js';
import { ApiKeysModule } from './modules/api-keys/index.js';
import { AuditModule } from './modules/audit/index.js';
import { BatchImportModule } from './modules/batch-import/index.js';
import { CasesModule } from './modules/cases/index.js';
import { CountryActivationsModule } from './modules/country-activations/index.js';
import { CreationBlocksModule } from './modules/creation-blocks/index.js';
import { CurrencyRatesModule } from './modules/currency-rates/index.js';
import { DataListsModule } from './modules/data-lists/index.js';
import { DevicesModule } from './modules/devices/index.js';
import { DryRunsModule } from './modules/dry-runs/index.js';
import { EntitiesModule } from './modules/entities/index.js';
import { EntityAccountsModule } from './modules/entity-accounts/index.js';
import { MembersModule } from './modules/members/index.js';
import { OrganizationsModule } from './modules/organizations/index.js';
import { PeopleModule } from './modules/people/index.js';
import { RelationshipsModule } from './modules/relationships/index.js';
import { RiskMatricesModule } from './modules/risk-matrices/index.js';
import { RuleCountersModule } from './modules/rule-counters/index.js';
import { RuleGuardsModule } from './modules/rule-guards/index.js';
import { RuleMonitoringModule } from './modules/rule-monitoring/index.js';
import { RuleRunsModule } from './modules/rule-runs/index.js';
import { RulesModule } from './modules/rules/index.js';
import { SharingModule } from './modules/sharing/index.js';
import { SocketsModule } from './modules/sockets/index.js';
import { TransactionsModule } from './modules/transactions/index.js';
import { UserEventsModule } from './modules/user-events/index.js';
import { WebhooksModule } from './modules/webhooks/index.js';
import { AuthModule } from './platform/auth/index.js';
import { type AppConfig, ConfigModule } from './platform/config/index.js';
import { DatabaseModule } from './platform/database/index.js';
import { EgressModule } from './platform/egress/index.js';
import { HttpModule } from './platform/http/index.js';
import { IdempotencyModule } from './platform/idempotency/index.js';
import { SecretsModule } from './platform/secrets/index.js';
import { MetricsModule } from './platform/metrics/index.js';
import { OperationsModule } from './platform/operations/index.js';
import { OutboxModule } from './platform/outbox/index.js';
import { TracingModule } from './platform/tracing/index.js';

const modules = [
  AlertsModule,
  ApiKeysModule,
  AuditModule,
  BatchImportModule,
  CasesModule,
  CountryActivationsModule,
  CreationBlocksModule,
  CurrencyRatesModule,
  DataListsModule,
  DevicesModule,
  EntitiesModule,
  EntityAccountsModule,
  MembersModule,
  OrganizationsModule,
  PeopleModule,
  RelationshipsModule,
  RiskMatricesModule,
  RuleCountersModule,
  RuleGuardsModule,
  RuleMonitoringModule,
  DryRunsModule,
  RulesModule,
  RuleRunsModule,
  SharingModule,
  SocketsModule,
  TransactionsModule,
  UserEventsModule,
  WebhooksModule,
];

const operations = [MetricsModule, OperationsModule, EgressModule, OutboxModule];

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
        ...modules,
      ],
    };
  }
}
