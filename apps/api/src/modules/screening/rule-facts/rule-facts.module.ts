import { Global, Module } from '@nestjs/common';

import { ScreeningPort } from '../../decisions/evaluations/index.js';
import { WatchlistsModule } from '../watchlists/index.js';
import { CurrentScreenings } from './use-cases/screening-facts.js';

/** The data that rules get from screenings. The module is global because of `ScreeningPort`, which evaluations need. */
@Global()
@Module({
  imports: [WatchlistsModule],
  providers: [{ provide: ScreeningPort, useClass: CurrentScreenings }],
  exports: [ScreeningPort],
})
export class RuleFactsModule {}
