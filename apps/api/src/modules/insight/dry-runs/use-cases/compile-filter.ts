import { Injectable } from '@nestjs/common';
import type { RuleSetContent } from '@tamis/engine';

import { ApiError } from '../../../../platform/http/index.js';
import { RuleCandidates } from '../../../rules/rules/index.js';
import type { ReplayedType } from '../domain/replay-plan.js';

/** Turns the condition that selects records into a rule. */
@Injectable()
export class CompileFilter {
  constructor(private readonly rules: RuleCandidates) {}

  /** Throws 422 for a condition with errors, or one that reads more than the record and its entities. */
  async compile(organizationId: string, recordType: ReplayedType, conditions: object): Promise<RuleSetContent> {
    const form = { key: 'filter', name: 'filter', targetEntityTypes: [recordType], conditions, actions: [] };
    const { set } = await this.rules.fromUnsaved(organizationId, { form }, {}).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'INVALID_SOURCE' ? toFilterError(error) : error;
    });
    const { windows, lists, lookups, rates } = set.compiled.factNeeds();
    if (windows.length + lists.length + lookups.length + rates.length === 0) return set.content;
    const message = 'can read the record and its entities, but not windows, lists, lookups or rates';
    throw new ApiError('INVALID_CONDITIONS', `The filter ${message}`, { filter: message });
  }
}

/** Turns errors of the rule derived from the filter into errors of the filter. */
function toFilterError({ members = {} }: ApiError): ApiError {
  const [first] = (members['diagnostics'] ?? []) as readonly { readonly message?: string }[];
  return new ApiError(
    'INVALID_CONDITIONS',
    'The filter has errors',
    { filter: first?.message ?? 'is not a condition' },
    members,
  );
}
