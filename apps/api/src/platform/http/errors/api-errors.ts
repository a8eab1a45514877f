import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

import { errorCodes, type ErrorCode } from './error-codes.js';

/** A code, with its status where the route does not use the usual one. */
export type DocumentedError = ErrorCode | readonly [code: ErrorCode, status: number];

/** The codes a route answers with besides those every route has, for the OpenAPI document: an example body for each. */
export function ApiErrors(...errors: readonly DocumentedError[]): MethodDecorator {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const error of errors) {
    const [code, status] = typeof error === 'string' ? [error, errorCodes[error].status] : error;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return applyDecorators(
    ...[...byStatus].map(([status, ofStatus]) =>
      ApiResponse({
        status,
        description: ofStatus.map((code) => `\`${code}\`: ${errorCodes[code].title}`).join('; '),
        content: {
          'application/json': { examples: Object.fromEntries(ofStatus.map((code) => [code, example(code, status)])) },
        },
      }),
    ),
  );
}

const example = (code: ErrorCode, status: number) => ({
  value: {
    success: false,
    error: { code, message: errorCodes[code].title },
    requestId: '01a1f8d2-41c4-7bca-8d70-2ad0ed8f763f',
    type: `/errors/${code}`,
    title: errorCodes[code].title,
    status,
  },
});
