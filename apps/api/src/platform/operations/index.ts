export { Draining, observeRequests } from './observe-requests.js';

export { OperationsModule } from './operations.module.js';
export { stopOnSignal } from './stop-on-signal.js';
