import type { ItemProblem } from '@tamis/enrichment';

import { ApiError, invalid } from '../../../../platform/http/index.js';

/** The error of a problem that is found before anybody is asked: of the request as a whole. */
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

/** Members that every response has, also where nothing was delivered. */
export type ProbeMembers = Readonly<Record<string, unknown>> & { readonly totalCostCents: number };

/** The error of a provider that delivered nothing: 422, and `errors` names what it was. A defect of ours is none of the provider's. */
export function failureOf({ code, message }: ItemProblem, members: ProbeMembers): ApiError {
  if (code === 'INTERNAL_ERROR') return new ApiError(code, message);
  const rootCode = code === 'NORMALIZATION_FAILED' ? code : 'PROVIDER_ERROR';
  const shown = { enrichmentSuccess: false, ...members, errors: [{ code, message }] };
  return new ApiError(rootCode, message, undefined, shown, 422);
}
