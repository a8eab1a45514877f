import { Global, Module } from '@nestjs/common';

import { AuthModule } from '../../../platform/auth/index.js';
import { AlertsModule } from '../../casework/alerts/index.js';
import { CasesModule } from '../../casework/cases/index.js';
import { EvaluationsModule } from '../../decisions/evaluations/index.js';
import { WebhooksModule } from '../../delivery/webhooks/index.js';
import { ExecutionsModule as EnrichmentExecutionsModule } from '../../enrichment/executions/index.js';
import { IntegrationsModule } from '../../enrichment/integrations/index.js';
import { TransactionsModule } from '../../events/transactions/index.js';
import { UserEventsModule } from '../../events/user-events/index.js';
import { ValidationsModule } from '../../kyc/validations/index.js';
import { EntitiesModule } from '../../parties/entities/index.js';
import { AuditModule } from '../../tenancy/audit/index.js';
import { DefinitionsModule, ExecutionStatusPort } from '../definitions/index.js';
import { ExecutionPagesController } from './http/execution-pages.controller.js';
import { ExecutionsController } from './http/executions.controller.js';
import { AskOutside } from './use-cases/actions/ask-outside.js';
import { CaseworkActions } from './use-cases/actions/casework-actions.js';
import { MessageActions } from './use-cases/actions/message-actions.js';
import { PerformAction } from './use-cases/actions/perform-action.js';
import { RecordActions } from './use-cases/actions/record-actions.js';
import { BeginExecutions } from './use-cases/begin-executions.js';
import { ExecuteStep } from './use-cases/execute-step.js';
import { ExecutionPlans } from './use-cases/execution-plans.js';
import { ListenToOutbox } from './use-cases/listen-to-outbox.js';
import { LookForWork } from './use-cases/look-for-work.js';
import { NewestExecutions, ReadExecutions } from './use-cases/read-executions.js';
import { PastEvents } from './use-cases/past-events.js';
import { ReceiveHook } from './use-cases/receive-hook.js';
import { RunByHand } from './use-cases/run-by-hand.js';
import { RunExecutions } from './use-cases/run-executions.js';
import { Standby } from './use-cases/standby.js';
import { StartScheduled } from './use-cases/start-scheduled.js';
import { SubjectRecords } from './use-cases/subject-records.js';
import { TestAutomation } from './use-cases/test-automation.js';

/** Executes automations. Global for `ExecutionStatusPort`, whose data is displayed with definitions. */
@Global()
@Module({
  imports: [
    ...[
      AuthModule,
      AuditModule,
      AlertsModule,
      CasesModule,
      DefinitionsModule,
      EnrichmentExecutionsModule,
      EntitiesModule,
    ],
    ...[EvaluationsModule, IntegrationsModule, TransactionsModule, UserEventsModule, ValidationsModule, WebhooksModule],
  ],
  controllers: [ExecutionsController, ExecutionPagesController],
  providers: [
    ...[AskOutside, CaseworkActions, MessageActions, PerformAction, RecordActions],
    ...[
      BeginExecutions,
      ExecuteStep,
      ExecutionPlans,
      ListenToOutbox,
      LookForWork,
      PastEvents,
      RunExecutions,
      Standby,
      SubjectRecords,
    ],
    ...[ReadExecutions, ReceiveHook, RunByHand, StartScheduled, TestAutomation],
    { provide: ExecutionStatusPort, useClass: NewestExecutions },
  ],
  exports: [ExecutionStatusPort],
})
export class ExecutionsModule {}
