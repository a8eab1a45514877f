import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

import { ApiError } from './api-error.js';
import { errorBody } from './error-body.js';
import type { ErrorCode } from './error-codes.js';

const codeOf: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Reason phrases of status lines. */
const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Responds to bytes that are not an HTTP request and never reach a route or hook, and ends the connection. */
export function handleClientError(error: { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.destroyed) {
    socket.destroy();
    return;
  }
  const code = codeOf[error.code ?? ''] ?? 'VALIDATION_ERROR';
  const refused = new ApiError(code, 'The request cannot be read as HTTP');
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(refused, 'envelope', { requestId, instance: '' }));
  const head = [
    `HTTP/1.1 ${refused.status} ${reasonPhrases[refused.status] ?? ''}`,
    `X-Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
