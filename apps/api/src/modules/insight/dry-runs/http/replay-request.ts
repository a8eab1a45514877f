import type { Label } from '@tamis/dry-run';

import { invalid } from '../../../../platform/http/index.js';
import type { RequestedLabels, DryRunRequest } from '../use-cases/start-dry-run.js';
import type { InlineLabelBody, StartDryRunBody } from '../dto/dry-run.bodies.js';
import { storedLabels } from './record-labels.js';

/** What a body asks for. */
export function toReplayRequest(body: StartDryRunBody): DryRunRequest {
  const { source, ruleIds, matrixId, ruleSetVersion, versions, only, params } = body;
  const { from, to, recordType, visibility, overlay, filter, against, analystMinutesPerAlert, keepMatches, name } =
    body;
  const { inline, ...found } = body.labels ?? {};
  const known = inline && toRequestedLabels(inline);
  // Labels that are given count, whether or not they are named among the sources.
  const sources = inline && { from: [...new Set([...(found.from ?? ['alerts', 'cases']), 'inline' as const])] };
  return {
    ...{ source, ruleIds, matrixId, ruleSetVersion, versions, only, params },
    ...{ from, to, recordType, visibility, overlay, filter, against, analystMinutesPerAlert, keepMatches, name },
    sample: body.sample && { rate: body.sample.rate, seed: body.sample.seed ?? 1 },
    labels: body.labels && { ...found, ...sources, ...known },
  };
}

/** By both ids of records. Throws 400 where a label has none of them, or two. */
function toRequestedLabels(
  labels: readonly InlineLabelBody[],
): Required<Pick<RequestedLabels, 'inline' | 'inlineByExternalId'>> {
  const inline: Record<string, Label> = {};
  const inlineByExternalId = new Map<string, Label>();
  for (const [at, { recordId, externalId, label }] of labels.entries()) {
    if ((recordId === undefined) === (externalId === undefined))
      throw invalid({ [`labels.inline[${at}]`]: 'give one of recordId and externalId' });
    if (recordId !== undefined) inline[recordId.toLowerCase()] = storedLabels[label];
    else inlineByExternalId.set(externalId as string, storedLabels[label]);
  }
  return { inline, inlineByExternalId };
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
