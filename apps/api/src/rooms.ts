import { Module } from '@nestjs/common';

import { ApiKeysModule } from './modules/tenancy/api-keys/api-keys.module.js';
import { AuditModule } from './modules/tenancy/audit/audit.module.js';
import { BillingModule } from './modules/tenancy/billing/billing.module.js';
import { MembersModule } from './modules/tenancy/members/members.module.js';
import { OrganizationsModule } from './modules/tenancy/organizations/organizations.module.js';
import { PeopleModule } from './modules/tenancy/people/index.js';
import { AlertsModule } from './modules/casework/alerts/alerts.module.js';
import { AssignmentsModule } from './modules/casework/assignments/assignments.module.js';
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

// Modules of the domain with their submodules. The README.md of each folder explains what belongs there.

/** Organizations, their members and the permissions of these. */
@Module({ imports: [ApiKeysModule, AuditModule, BillingModule, MembersModule, OrganizationsModule, PeopleModule] })
class TenancyModule {}

/** What people review: alerts and cases. */
@Module({ imports: [AlertsModule, AssignmentsModule, CasesModule] })
class CaseworkModule {}

/** Notifications to external systems. */
@Module({ imports: [SocketsModule, WebhooksModule] })
class DeliveryModule {}

/** Active rules, the data that they read, and the results of their evaluations. */
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

/** The parties that records are about. */
@Module({
  // `DevicesModule` comes first, because the API description describes an enumeration as its first use does.
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

/** What happened: transactions, user events and their import files. Also import files of entities, which are processed in the same way. */
@Module({ imports: [BatchImportModule, EntityImportsModule, TransactionsModule, UserEventsModule] })
class EventsModule {}

/** Data from external sources. */
@Module({ imports: [IntegrationsModule, ExecutionsModule, ProbesModule, RegistersModule] })
class EnrichmentModule {}

/** Who is on a watchlist. */
@Module({
  imports: [WatchlistsModule, ScreeningsModule, RuleFactsModule, ScreeningIntegrationModule, MonitoringModule],
})
class ScreeningModule {}

/** Who owns and controls whom. */
@Module({ imports: [BeneficialOwnersModule, GraphModule, MaterializeModule, AutomaticEntitiesModule] })
class OwnershipModule {}

/** Identity verification: documents, faces, and who decided. */
@Module({
  imports: [ValidationsModule, SessionsModule, DocumentRequestsModule],
  providers: [{ provide: BlobTables, useValue: new BlobTables([imageTable, fileTable]) }, CheckBlobs, RemoveBlobs],
})
class KycModule {}

/** What happens automatically. */
@Module({ imports: [DefinitionsModule, AutomationExecutionsModule] })
class AutomationsModule {}

/** What rules did and would do, and the search for records of all modules by what is known about them. */
@Module({ imports: [DryRunsModule, RuleMonitoringModule, RuleRunsModule, SearchModule] })
class InsightModule {}

/** From the lowest to the highest: a module may depend only on the modules before it. */
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
