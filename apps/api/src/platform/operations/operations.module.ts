import { Global, Module } from '@nestjs/common';

import { Draining } from './observe-requests.js';
import { HealthController } from './health.controller.js';
import { OperationFigures } from './operation-figures.js';
import { OperationsController } from './operations.controller.js';
import { PaymentFigures } from './payment-figures.js';
import { ProcessReports } from './process-reports.js';
import { ReadOperations } from './read-operations.js';

/** How the server is watched and stopped. It is global, as every room tells how it does. */
@Global()
@Module({
  controllers: [HealthController, OperationsController],
  providers: [Draining, OperationFigures, PaymentFigures, ProcessReports, ReadOperations],
  exports: [OperationFigures, PaymentFigures, ReadOperations],
})
export class OperationsModule {}
