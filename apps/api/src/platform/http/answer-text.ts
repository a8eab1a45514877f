import { stringifyJson } from './json/raw-json.js';

/** The content type of every answer of a route. */
export const jsonType = 'application/json; charset=utf-8';

/** The text of what a route returned, as it is sent: text as it is, and answers with `success` name their request. */
export const answerText = (payload: unknown, request: { readonly id: string }): string =>
  typeof payload === 'string' ? payload : stringifyJson(withRequestId(payload, request));

export const withRequestId = (payload: unknown, { id }: { readonly id: string }): unknown =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'success')
    ? { ...payload, requestId: id }
    : payload;
