import { Module } from '@nestjs/common';

import { CountryActivationsModule } from './country-activations/country-activations.module.js';
import { CreationBlocksModule } from './creation-blocks/creation-blocks.module.js';
import { DevicesModule } from './devices/devices.module.js';
import { EntitiesModule } from './entities/entities.module.js';
import { EntityAccountsModule } from './entity-accounts/entity-accounts.module.js';
import { RelationshipsModule } from './relationships/relationships.module.js';

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
export class PartiesModule {}
