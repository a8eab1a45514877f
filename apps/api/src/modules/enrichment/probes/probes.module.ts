import { Module } from '@nestjs/common';

import { EntitiesModule } from '../../parties/entities/index.js';
import { BillingModule } from '../../tenancy/billing/index.js';
import { ExecutionsModule } from '../executions/index.js';
import { IntegrationsModule } from '../integrations/index.js';
import { ProbesController } from './http/probes.controller.js';
import { ProbeStore } from './persistence/probe-store.js';
import { DeleteOldProbes, ForgetEntity } from './use-cases/erase-probes.js';
import { ExecuteWithoutEntity } from './use-cases/execute-without-entity.js';

/** Probes: calls of providers about somebody who is not a stored entity. */
@Module({
  imports: [IntegrationsModule, ExecutionsModule, BillingModule, EntitiesModule],
  controllers: [ProbesController],
  providers: [ProbeStore, DeleteOldProbes, ExecuteWithoutEntity, ForgetEntity],
})
export class ProbesModule {}
