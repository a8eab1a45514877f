import { Global, Module } from '@nestjs/common';

import { PartyScreeningPort } from '../../enrichment/executions/index.js';
import { ScreeningsModule } from '../screenings/index.js';
import { ScreenedParties } from './use-cases/screened-parties.js';

/** Screening as an integration of the marketplace. The module is global because of `PartyScreeningPort`, which executions need. */
@Global()
@Module({
  imports: [ScreeningsModule],
  providers: [{ provide: PartyScreeningPort, useClass: ScreenedParties }],
  exports: [PartyScreeningPort],
})
export class ScreeningIntegrationModule {}
