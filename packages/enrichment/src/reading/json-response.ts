import { failure, isObject, ok, type Result } from '@tamis/stdx';

import type { ItemProblem } from '../item-problem.js';
import type { ProviderResponse } from '../provider.js';

const problem = (code: ItemProblem['code'], message: string): Result<never, ItemProblem> => failure({ code, message });

/** Meanings of statuses that a source does not document differently. */
const statusProblems: Readonly<Record<number, readonly [ItemProblem['code'], string]>> = {
  401: ['PROVIDER_ERROR', 'The source rejected the credentials.'],
  402: ['UPSTREAM_CREDITS_ERROR', 'The account at the source has no credit left.'],
  403: ['PROVIDER_ERROR', 'The source denied access.'],
  404: ['SUBJECT_NOT_FOUND', 'The source does not know this subject.'],
  451: ['DOCUMENT_RESTRICTED', 'The source is not allowed to disclose this subject.'],
};

/** Returns the JSON object of a response with status 200; every other response is a problem. */
export function jsonResponse({
  status,
  body,
}: ProviderResponse): Result<Readonly<Record<string, unknown>>, ItemProblem> {
  if (status !== 200) {
    const [code, message] = statusProblems[status] ?? ['PROVIDER_ERROR', `The source responded with status ${status}.`];
    return problem(code, message);
  }
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return ok(value);
  } catch {
    return problem('PROVIDER_ERROR', 'The response of the source is not JSON.');
  }
  return problem('PROVIDER_ERROR', 'The response of the source is not a JSON object.');
}
