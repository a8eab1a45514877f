import { Module } from '@nestjs/common';

import { ApiKeysModule } from './modules/tenancy/api-keys/api-keys.module.js';
import { AuditModule } from './modules/tenancy/audit/audit.module.js';
import { BillingModule } from './modules/tenancy/billing/billing.module.js';
import { MembersModule } from './modules/tenancy/members/members.module.js';
import { OrganizationsModule } from './modules/tenancy/organizations/organizations.module.js';
import { PeopleModule } from './modules/tenancy/people/index.js';
import { AlertsModule } from './modules/casework/alerts/alerts.module.js';
import { CasesModule } from './modules/casework/cases/cases.module.js';
import { SocketsModule } from './modules/delivery/sockets/sockets.module.js';
import { WebhooksModule } from './modules/delivery/webhooks/webhooks.module.js';
import { CurrencyRatesModule } from './modules/decisions/currency-rates/currency-rates.module.js';
import { DataListsModule } from './modules/decisions/data-lists/data-lists.module.js';
import { EnrichmentDataModule } from './modules/decisions/enrichment-data/enrichment-data.module.js';
import { ListSyncsModule } from './modules/decisions/list-syncs/list-syncs.module.js';
import { RecordSamplesModule } from './modules/decisions/record-samples/record-samples.module.js';
import { RuleCountersModule } from './modules/decisions/rule-counters/rule-counters.module.js';
import { RiskMatricesModule } from './modules/rules/risk-matrices/risk-matrices.module.js';
import { RuleGuardsModule } from './modules/rules/rule-guards/rule-guards.module.js';
import { RulesModule } from './modules/rules/rules/rules.module.js';
import { SharingModule } from './modules/rules/sharing/sharing.module.js';
import { CountryActivationsModule } from './modules/parties/country-activations/country-activations.module.js';
import { CreationBlocksModule } from './modules/parties/creation-blocks/creation-blocks.module.js';
import { DevicesModule } from './modules/parties/devices/devices.module.js';
import { EntitiesModule } from './modules/parties/entities/entities.module.js';
import { EntityAccountsModule } from './modules/parties/entity-accounts/entity-accounts.module.js';
import { RelationshipsModule } from './modules/parties/relationships/relationships.module.js';
import { BatchImportModule } from './modules/events/batch-import/batch-import.module.js';
import { EntityImportsModule } from './modules/events/entity-imports/entity-imports.module.js';
import { TransactionsModule } from './modules/events/transactions/transactions.module.js';
import { UserEventsModule } from './modules/events/user-events/user-events.module.js';
import { ExecutionsModule } from './modules/enrichment/executions/executions.module.js';
import { IntegrationsModule } from './modules/enrichment/integrations/integrations.module.js';
import { ProbesModule } from './modules/enrichment/probes/probes.module.js';
import { RegistersModule } from './modules/enrichment/registers/registers.module.js';
import { ScreeningIntegrationModule } from './modules/screening/integration/integration.module.js';
import { MonitoringModule } from './modules/screening/monitoring/monitoring.module.js';
import { RuleFactsModule } from './modules/screening/rule-facts/rule-facts.module.js';
import { ScreeningsModule } from './modules/screening/screenings/screenings.module.js';
import { WatchlistsModule } from './modules/screening/watchlists/watchlists.module.js';
import { AutomaticEntitiesModule } from './modules/ownership/automatic-entities/automatic-entities.module.js';
import { BeneficialOwnersModule } from './modules/ownership/beneficial-owners/beneficial-owners.module.js';
import { GraphModule } from './modules/ownership/graph/graph.module.js';
import { MaterializeModule } from './modules/ownership/materialize/materialize.module.js';
import { BlobTables, CheckBlobs, RemoveBlobs } from './modules/kyc/blobs/index.js';
import { DocumentRequestsModule, fileTable } from './modules/kyc/document-requests/document-requests.module.js';
import { imageTable } from './modules/kyc/images/index.js';
import { SessionsModule } from './modules/kyc/sessions/sessions.module.js';
import { ValidationsModule } from './modules/kyc/validations/validations.module.js';
import { DefinitionsModule } from './modules/automations/definitions/definitions.module.js';
import { ExecutionsModule as AutomationExecutionsModule } from './modules/automations/executions/executions.module.js';
import { DryRunsModule } from './modules/insight/dry-runs/dry-runs.module.js';
import { RuleMonitoringModule } from './modules/insight/rule-monitoring/rule-monitoring.module.js';
import { RuleRunsModule } from './modules/insight/rule-runs/rule-runs.module.js';
import { SearchModule } from './modules/insight/search/search.module.js';

// Each room with its nouns; README.md of its folder says what belongs there.

/** Organizations, their people and what these may do. */
@Module({ imports: [ApiKeysModule, AuditModule, BillingModule, MembersModule, OrganizationsModule, PeopleModule] })
class TenancyModule {}

/** What people look at: alerts and cases. */
@Module({ imports: [AlertsModule, CasesModule] })
class CaseworkModule {}

/** What is told to systems outside. */
@Module({ imports: [SocketsModule, WebhooksModule] })
class DeliveryModule {}

/** Rules in force, what they read, and what became of their runs. */
@Module({
  imports: [
    CurrencyRatesModule,
    DataListsModule,
    EnrichmentDataModule,
    ListSyncsModule,
    RecordSamplesModule,
    RuleCountersModule,
  ],
})
class DecisionsModule {}

/** Rules as people write and share them. */
@Module({ imports: [RiskMatricesModule, RuleGuardsModule, RulesModule, SharingModule] })
class RulesRoomModule {}

/** Whom records are about. */
@Module({
  // Devices first: the API description tells of an enumeration what its first use says of it.
  imports: [
    DevicesModule,
    CountryActivationsModule,
    CreationBlocksModule,
    EntitiesModule,
    EntityAccountsModule,
    RelationshipsModule,
  ],
})
class PartiesModule {}

/** What happened: transactions, user events and files of them; files of entities, which are carried out as those are. */
@Module({ imports: [BatchImportModule, EntityImportsModule, TransactionsModule, UserEventsModule] })
class EventsModule {}

/** What comes in from outside. */
@Module({ imports: [IntegrationsModule, ExecutionsModule, ProbesModule, RegistersModule] })
class EnrichmentModule {}

/** Who is on a list. */
@Module({
  imports: [WatchlistsModule, ScreeningsModule, RuleFactsModule, ScreeningIntegrationModule, MonitoringModule],
})
class ScreeningModule {}

/** Who owns and runs whom. */
@Module({ imports: [BeneficialOwnersModule, GraphModule, MaterializeModule, AutomaticEntitiesModule] })
class OwnershipModule {}

/** Who somebody is: documents, faces, and who decided. */
@Module({
  imports: [ValidationsModule, SessionsModule, DocumentRequestsModule],
  providers: [{ provide: BlobTables, useValue: new BlobTables([imageTable, fileTable]) }, CheckBlobs, RemoveBlobs],
})
class KycModule {}

/** What happens by itself. */
@Module({ imports: [DefinitionsModule, AutomationExecutionsModule] })
class AutomationsModule {}

/** What rules did, and would do, and records of every room by what is known of them. */
@Module({ imports: [DryRunsModule, RuleMonitoringModule, RuleRunsModule, SearchModule] })
class InsightModule {}

/** From the lowest to the highest: a room knows those before it alone. */
export const rooms = [
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
