import { Module } from '@nestjs/common';

import { DefinitionsModule } from './definitions/definitions.module.js';
import { ExecutionsModule } from './executions/executions.module.js';

/** What happens by itself. */
@Module({ imports: [DefinitionsModule, ExecutionsModule] })
export class AutomationsModule {}
