import { ApiExtension } from '@nestjs/swagger';

import type { ErrorCode } from './error-codes.js';

/** A code, with its status where the route does not use the usual one. */
export type DocumentedError = ErrorCode | readonly [code: ErrorCode, status: number];

/** The member of an operation that lists its errors until `describeErrors` has turned them into responses. */
export const documentedErrors = 'x-errors';

/** The member of an operation that lists the codes of parts of its response. */
export const documentedItemErrors = 'x-item-errors';

/** The codes that parts of a response have, where the request as a whole is answered otherwise: those of one integration. */
export const ItemErrors = (...codes: readonly ErrorCode[]): MethodDecorator =>
  ApiExtension(documentedItemErrors, [...codes]);

/** The codes a route answers with besides those every route has, for the OpenAPI document: an example body for each. */
export const ApiErrors = (...errors: readonly DocumentedError[]): MethodDecorator =>
  ApiExtension(documentedErrors, [...errors]);
