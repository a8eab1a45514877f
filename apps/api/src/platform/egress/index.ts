export { addressProblem, writtenAddressProblem } from './address-problem.js';
export { Egress, type EgressError } from './egress.js';
export { EgressModule } from './egress.module.js';
export type { OutgoingResponse, OutgoingRequest } from './send-request.js';
