import { ApiExtension } from '@nestjs/swagger';

import type { ErrorCode } from './error-codes.js';

/** An error code, with its status if the route does not use the usual one. */
export type DocumentedError = ErrorCode | readonly [code: ErrorCode, status: number];

/** Key in an operation that lists its errors until `describeErrors` has converted them to responses. */
export const documentedErrors = 'x-errors';

/** Key in an operation that lists the error codes of parts of its response. */
export const documentedItemErrors = 'x-item-errors';

/** Declares error codes of parts of a response whose request as a whole has another result, such as those of one integration. */
export const ItemErrors = (...codes: readonly ErrorCode[]): MethodDecorator =>
  ApiExtension(documentedItemErrors, [...codes]);

/** Declares the error codes of a route in addition to those of every route. The OpenAPI document contains an example body for each. */
export const ApiErrors = (...errors: readonly DocumentedError[]): MethodDecorator =>
  ApiExtension(documentedErrors, [...errors]);
