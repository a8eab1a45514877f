import { Module } from '@nestjs/common';

import { ScreeningIntegrationModule } from './integration/integration.module.js';
import { MonitoringModule } from './monitoring/monitoring.module.js';
import { RuleFactsModule } from './rule-facts/rule-facts.module.js';
import { ScreeningsModule } from './screenings/screenings.module.js';
import { WatchlistsModule } from './watchlists/watchlists.module.js';

/** Who is on a list. */
@Module({
  imports: [WatchlistsModule, ScreeningsModule, RuleFactsModule, ScreeningIntegrationModule, MonitoringModule],
})
export class ScreeningModule {}
