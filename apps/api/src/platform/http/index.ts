export { anyValue, anyValueOrNull, describeResponses, repeatableKey } from './describe-errors.js';
export { BodyExample, bodyExample, exampleId } from './body-example.js';
export { ResponseBufferPool, responseText, jsonType, registerServerHooks } from './response-buffer-pool.js';

export { sendError, errorText } from './send-error.js';
export { handleClientError } from './errors/handle-client-error.js';
export {
  ApiError,
  checkVersion,
  type ErrorDetails,
  invalid,
  notFound,
  atPath,
  errorAtPath,
} from './errors/api-error.js';

export { ApiErrors, ItemErrors } from './errors/api-errors.js';
export { errorsJson, errorsPage } from './errors/error-catalogue.js';
export { type ErrorCode, errorCodes } from './errors/error-codes.js';

export { PreparedResponseException } from './errors/prepared-response-exception.js';
export * from './fields/index.js';
export { toApiError } from './errors/to-api-error.js';
export { HttpModule } from './http.module.js';
export { registerFormBodyParser } from './form-body-parser.js';
export { closeUnnamedFile, openUnnamedFile, UploadedFile, writeAll } from './uploaded-file.js';
export { registerJsonBodyParser } from './json-body-parser.js';
export { arrayElements, scanJson, RawJson, rawNumber, stringifyJson } from './json/scan-json.js';

export { differentMembers, exactText, isSameJson, parseExactly } from './json/same-json.js';
export { memberText, mergeObjects, objectMembers } from './json/scan-json.js';

export { decodeCursor, encodeCursor, filterHash, invalidCursor } from './paging/cursor.js';
export { PageQuery, withPagination } from './paging/page-query.js';
export { Pagination } from './paging/pagination.js';
export { type Page, selectPage } from './paging/select-page.js';
export { PublicRoute } from './public-route.js';
export { readRawBody, registerRawBodyParser } from './raw-body.js';
export { requestIdOf } from './standard-headers.js';
export { pageSettings, routeSettingsOf, RouteSettings } from './route-settings.js';
export { RouteTable } from './route-table.js';
export { setStandardHeaders } from './standard-headers.js';

export { UuidParam } from './uuid-param.js';
export { Query } from './validation/query.js';
export {
  BodyIsOneOf,
  checkNoBody,
  elementProblems,
  validateBody,
  validateElement,
} from './validation/validation.pipe.js';

export { IgnoreUnknownFields } from './validation/validation.pipe.js';
