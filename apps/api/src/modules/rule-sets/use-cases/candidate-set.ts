import { compileRuleSet, prepareSummary, type RuleSetProblem } from '@tamis/engine';
import { failure, ok, type Result } from '@tamis/stdx';

import type { Queryable } from '../../../platform/database/index.js';
import type { LoadedRuleSet } from '../domain/loaded-rule-set.js';
import { running } from '../domain/rule-alone.js';
import { type ContentRequest, ruleSetContent } from './rule-set-content.js';

/** A rule set that is not in force, under the version it would have; its matrices all run. Failure: rules that have errors. */
export async function candidateSet(
  client: Queryable,
  request: ContentRequest,
): Promise<Result<LoadedRuleSet, readonly RuleSetProblem[]>> {
  const { defaultMatrices: _unused, matrices = [], ...settings } = await ruleSetContent(client, request);
  const named = matrices.filter(({ key }) => request.matrices.has(key)).map(running);
  const content = { ...settings, ...(named.length > 0 && { matrices: named }) };
  const compiled = compileRuleSet(content);
  if (!compiled.ok) return failure(compiled.error);
  const set = compiled.value;
  const summaries = { full: prepareSummary(set), hits: prepareSummary(set, { list: 'hits' }) };
  return ok({ version: set.version, revision: 0, content, compiled: set, summaries });
}
