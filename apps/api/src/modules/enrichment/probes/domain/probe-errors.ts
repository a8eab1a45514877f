import type { ItemProblem } from '@tamis/enrichment';

import { ApiError, invalid } from '../../../../platform/http/index.js';

/** Returns the error, for the request as a whole, for a problem found before any provider was called. */
export function refusalOf({ code, message }: ItemProblem): ApiError {
  switch (code) {
    case 'NO_MATCHING_PROVIDER':
    case 'INTEGRATION_NOT_ENABLED':
      return new ApiError(code, message);
    case 'INVALID_TAX_ID':
      return new ApiError(code, message, { taxId: message });
    case 'MISSING_INPUT':
      return invalid({ taxId: message });
    default:
      return invalid({ parameters: message });
  }
}

/** Members of every response, even if nothing was delivered. */
export type ProbeMembers = Readonly<Record<string, unknown>> & { readonly totalCostCents: number };

/**
 * Returns the error for a provider that delivered nothing: 422, with the reason in `errors`. An internal error is not attributed to the
 * provider.
 */
export function failureOf({ code, message }: ItemProblem, members: ProbeMembers): ApiError {
  if (code === 'INTERNAL_ERROR') return new ApiError(code, message);
  const rootCode = code === 'NORMALIZATION_FAILED' ? code : 'PROVIDER_ERROR';
  const shown = { enrichmentSuccess: false, ...members, errors: [{ code, message }] };
  return new ApiError(rootCode, message, undefined, shown, 422);
}
