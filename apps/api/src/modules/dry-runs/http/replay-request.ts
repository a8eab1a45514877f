import type { DryRunRequest } from '../use-cases/start-dry-run.js';
import type { StartDryRunBody } from './dry-run.bodies.js';
import { storedLabels } from './record-labels.js';

/** What a body asks for. */
export function replayRequest(body: StartDryRunBody): DryRunRequest {
  const { source, ruleIds, matrixId, ruleSetVersion, versions, only, params } = body;
  const { from, to, recordType, visibility, overlay, filter, against, analystMinutesPerAlert, keepMatches, name } =
    body;
  const { inline, ...found } = body.labels ?? {};
  const known =
    inline && Object.fromEntries(inline.map(({ recordId, label }) => [recordId.toLowerCase(), storedLabels[label]]));
  // Labels that are given count, whether or not they are named among the sources.
  const sources = inline && { from: [...new Set([...(found.from ?? ['alerts', 'cases']), 'inline' as const])] };
  return {
    ...{ source, ruleIds, matrixId, ruleSetVersion, versions, only, params },
    ...{ from, to, recordType, visibility, overlay, filter, against, analystMinutesPerAlert, keepMatches, name },
    sample: body.sample && { rate: body.sample.rate, seed: body.sample.seed ?? 1 },
    labels: body.labels && { ...found, ...sources, ...(known && { inline: known }) },
  };
}

/** What stands in the way of a dry run or a sweep. */
export const startErrors = [
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'RULE_SET_NOT_FOUND',
  'RISK_MATRIX_NOT_FOUND',
  'PARAM_NOT_FOUND',
  'PARAM_OUT_OF_RANGE',
  'INVALID_SOURCE',
  'INVALID_CONDITIONS',
  'INVALID_RANGE',
  'TOO_MANY_DRY_RUNS',
] as const;
