import type { Result } from '@tamis/stdx';

import type { ItemProblem } from '../../item-problem.js';
import type { NormalizedPart } from '../../normalized/normalized.js';
import type { Asked } from '../../provider.js';
import { compact } from '../../reading/compact.js';
import { type Reader, reading } from '../../reading/reader.js';

export const normalize = (raw: unknown, { taxId, country }: Asked): Result<NormalizedPart, ItemProblem> =>
  reading(raw, (response): NormalizedPart => {
    const isValid = response.at('isValid');
    const street = shown(response.at('address'), 'long');
    return compact({
      taxId: isValid.boolean() ? (taxId ?? undefined) : undefined,
      taxStatus: isValid.required(isValid.boolean()) ? 'valid' : 'invalid',
      legalName: shown(response.at('name'), 'name'),
      address: street === undefined ? undefined : { street, country },
      checkedOn: response.at('requestDate').date(),
      consultationNumber: response.at('requestIdentifier').text('code'),
    });
  });

/** Member states that do not disclose a value send hyphens. */
function shown(text: Reader, limit: 'name' | 'long'): string | undefined {
  const told = text.text(limit);
  return told === undefined || /^-+$/.test(told) ? undefined : told;
}
