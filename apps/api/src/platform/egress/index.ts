export { addressProblem } from './address-problem.js';
export type { Download, DownloadedFile, DownloadRequest, FileMarks } from './download-file.js';
export { Egress, type EgressError } from './egress.js';
export { EgressModule } from './egress.module.js';
export { MailServer } from './mail-server.js';
export type { OutgoingResponse, OutgoingRequest } from './send-request.js';
