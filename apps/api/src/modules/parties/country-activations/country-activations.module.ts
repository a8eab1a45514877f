import { Module } from '@nestjs/common';

import { EntitiesModule } from '../entities/index.js';
import { CountryActivationsController } from './country-activations.controller.js';
import { ChangeActivation } from './change-activation.js';

/** The countries in which a person or company is active. */
@Module({
  imports: [EntitiesModule],
  controllers: [CountryActivationsController],
  providers: [ChangeActivation],
})
export class CountryActivationsModule {}
