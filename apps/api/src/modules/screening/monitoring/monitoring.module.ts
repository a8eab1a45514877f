import { Global, Module } from '@nestjs/common';

import { RuleSetsModule } from '../../decisions/rule-sets/index.js';
import { IntegrationsModule } from '../../enrichment/integrations/index.js';
import { EntitiesModule, MonitoringOnCreation } from '../../parties/entities/index.js';
import { ScreeningsModule } from '../screenings/index.js';
import { WatchlistsModule } from '../watchlists/index.js';
import { MonitoringController } from './http/monitoring.controller.js';
import { ChangeMonitoring } from './use-cases/change-monitoring.js';
import { FindAffected } from './use-cases/find-affected.js';
import { MonitorEntities } from './use-cases/monitor-entities.js';
import { PassNewerVersions } from './use-cases/pass-newer-versions.js';
import { ScreenDue } from './use-cases/screen-due.js';

/** Entities that are screened again after changes. The module is global because of `MonitoringOnCreation`, which entities need. */
@Global()
@Module({
  imports: [EntitiesModule, IntegrationsModule, RuleSetsModule, ScreeningsModule, WatchlistsModule],
  controllers: [MonitoringController],
  providers: [
    ChangeMonitoring,
    FindAffected,
    MonitorEntities,
    PassNewerVersions,
    ScreenDue,
    { provide: MonitoringOnCreation, useExisting: ChangeMonitoring },
  ],
  exports: [MonitoringOnCreation],
})
export class MonitoringModule {}
