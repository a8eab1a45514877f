import { ApiError, invalid } from '../../../platform/http/index.js';
import type { RuleBody } from '../http/rule.body.js';
import type { RuleDetails } from './rule.js';
import { ruleLimits } from './rule-limits.js';

/** Fields whose place in the record is ready and whose meaning is not there yet; throws when one says more than its default. */
export function refuseLaterFields(body: RuleBody): void {
  if ((body.riskMatrixIds?.length ?? 0) > 0 || body.riskMatrixId != null) {
    throw new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such risk matrix', {
      riskMatrixIds: 'names a risk matrix that does not exist',
    });
  }
  if (body.scope != null && Object.keys(body.scope).length > 0)
    throw invalid({ scope: 'scope can only be empty so far' });
}

/** `meta` as it was sent; throws when it is too long. */
function metaText(text: string | undefined): string | null {
  if (text === undefined || text === 'null') return null;
  if (Buffer.byteLength(text) > ruleLimits.metaBytes)
    throw invalid({ meta: `meta must not be longer than ${ruleLimits.metaBytes} bytes` });
  return text;
}

/** The fields a rule has besides its text: those of the body, else those it had. Null takes a field away. `meta` is its JSON text. */
export function detailsOf(body: RuleBody, meta: string | undefined, before: RuleDetails | null): RuleDetails {
  const kept = <K extends keyof RuleDetails>(
    key: K,
    sent: RuleDetails[K] | undefined,
    absent: RuleDetails[K],
  ): RuleDetails[K] => (sent === undefined ? (before?.[key] ?? absent) : sent);
  return {
    externalId: kept('externalId', body.externalId, null),
    owner: kept('owner', body.owner, null),
    reference: kept('reference', body.reference, null),
    tags: kept('tags', body.tags === null ? [] : body.tags, []),
    meta: meta === undefined ? (before?.meta ?? null) : metaText(meta),
  };
}
