import { Global, Module } from '@nestjs/common';

import { Draining } from './observe-requests.js';
import { HealthController } from './health.controller.js';
import { OperationFigures } from './operation-figures.js';
import { OperationsController } from './operations.controller.js';
import { TransactionFigures } from './transaction-figures.js';
import { ProcessReports } from './process-reports.js';
import { ReadOperations } from './read-operations.js';

/** Monitoring and shutdown of the server. A global module, because every module reports its figures. */
@Global()
@Module({
  controllers: [HealthController, OperationsController],
  providers: [Draining, OperationFigures, TransactionFigures, ProcessReports, ReadOperations],
  exports: [OperationFigures, TransactionFigures, ReadOperations],
})
export class OperationsModule {}
