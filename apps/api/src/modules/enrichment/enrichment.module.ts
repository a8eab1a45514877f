import { Module } from '@nestjs/common';

import { ExecutionsModule } from './executions/executions.module.js';
import { IntegrationsModule } from './integrations/integrations.module.js';
import { ProbesModule } from './probes/probes.module.js';
import { RegistersModule } from './registers/registers.module.js';

/** What comes in from outside. */
@Module({ imports: [IntegrationsModule, ExecutionsModule, ProbesModule, RegistersModule] })
export class EnrichmentModule {}
