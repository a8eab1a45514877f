import { Module } from '@nestjs/common';

import { AutomaticEntitiesModule } from './automatic-entities/automatic-entities.module.js';
import { BeneficialOwnersModule } from './beneficial-owners/beneficial-owners.module.js';
import { GraphModule } from './graph/graph.module.js';
import { MaterializeModule } from './materialize/materialize.module.js';

/** Who owns and runs whom. */
@Module({ imports: [BeneficialOwnersModule, GraphModule, MaterializeModule, AutomaticEntitiesModule] })
export class OwnershipModule {}
