import { stringifyJson } from './json/raw-json.js';

/** The content type of every answer of a route. */
export const jsonType = 'application/json; charset=utf-8';

/** The text of what a route returned, as it is sent: text and bytes as they are, and answers with `success` name their request. */
export function answerText(payload: unknown, request: { readonly id: string }): string {
  if (typeof payload === 'string') return payload;
  return Buffer.isBuffer(payload) ? payload.toString() : stringifyJson(withRequestId(payload, request));
}

export const withRequestId = (payload: unknown, { id }: { readonly id: string }): unknown =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'success')
    ? { ...payload, requestId: id }
    : payload;
