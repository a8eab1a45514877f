import { type DynamicModule, Module } from '@nestjs/common';

import { AlertsModule } from './modules/casework/alerts/index.js';
import { ApiKeysModule } from './modules/tenancy/api-keys/index.js';
import { AuditModule } from './modules/tenancy/audit/index.js';
import { BatchImportModule } from './modules/events/batch-import/index.js';
import { CasesModule } from './modules/casework/cases/index.js';
import { CountryActivationsModule } from './modules/parties/country-activations/index.js';
import { CreationBlocksModule } from './modules/parties/creation-blocks/index.js';
import { CurrencyRatesModule } from './modules/decisions/currency-rates/index.js';
import { DataListsModule } from './modules/decisions/data-lists/index.js';
import { DevicesModule } from './modules/parties/devices/index.js';
import { DryRunsModule } from './modules/insight/dry-runs/index.js';
import { EntitiesModule } from './modules/parties/entities/index.js';
import { EntityAccountsModule } from './modules/parties/entity-accounts/index.js';
import { MembersModule } from './modules/tenancy/members/index.js';
import { OrganizationsModule } from './modules/tenancy/organizations/index.js';
import { PeopleModule } from './modules/tenancy/people/index.js';
import { RelationshipsModule } from './modules/parties/relationships/index.js';
import { RiskMatricesModule } from './modules/rules/risk-matrices/index.js';
import { RuleCountersModule } from './modules/decisions/rule-counters/index.js';
import { RuleGuardsModule } from './modules/rules/rule-guards/index.js';
import { RuleMonitoringModule } from './modules/insight/rule-monitoring/index.js';
import { RuleRunsModule } from './modules/insight/rule-runs/index.js';
import { RulesModule } from './modules/rules/rules/index.js';
import { SharingModule } from './modules/rules/sharing/index.js';
import { SocketsModule } from './modules/delivery/sockets/index.js';
import { TransactionsModule } from './modules/events/transactions/index.js';
import { UserEventsModule } from './modules/events/user-events/index.js';
import { WebhooksModule } from './modules/delivery/webhooks/index.js';
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
