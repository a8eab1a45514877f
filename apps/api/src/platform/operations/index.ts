export { Draining, observeRequests } from './observe-requests.js';
export { OperationFigures } from './operation-figures.js';

export { OperationsModule } from './operations.module.js';
export { TransactionFigures } from './transaction-figures.js';
export { ReadOperations } from './read-operations.js';
export { stopOnSignal } from './stop-on-signal.js';
