import { Logger, Module } from '@nestjs/common';
import { allProviders } from '@tamis/enrichment';

import { AppConfig } from '../../../platform/config/index.js';
import { EnrichmentGroupsController } from './http/enrichment-groups.controller.js';
import { IntegrationsController } from './http/integrations.controller.js';
import { Providers } from './domain/providers.js';
import { SwitchStore } from './persistence/switch-store.js';
import { ChangeGroups } from './use-cases/change-groups.js';
import { Integrations } from './use-cases/integrations.js';
import { ListIntegrations } from './use-cases/list-integrations.js';
import { SwitchIntegration } from './use-cases/switch-integration.js';

function selectProviders(selection: string): Providers {
  const providers = new Providers(allProviders, selection);
  const unknown = providers.unknownCodes.join(', ');
  if (unknown !== '') new Logger('enrichments').warn(`ENRICHMENT_PROVIDERS contains unknown providers: ${unknown}`);
  return providers;
}

/** Integrations offered by providers and enabled by organizations. */
@Module({
  controllers: [IntegrationsController, EnrichmentGroupsController],
  providers: [
    {
      provide: Providers,
      inject: [AppConfig],
      useFactory: ({ enrichmentProviders }: AppConfig) => selectProviders(enrichmentProviders),
    },
    SwitchStore,
    Integrations,
    ListIntegrations,
    SwitchIntegration,
    ChangeGroups,
  ],
  exports: [Providers, Integrations],
})
export class IntegrationsModule {}
