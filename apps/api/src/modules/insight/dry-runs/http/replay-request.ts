import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Label } from '@tamis/dry-run';

import {
  invalid,
  providedFields,
  RouteSettings,
  toApiError,
  validateElement,
} from '../../../../platform/http/index.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import type { RequestedLabels, DryRunRequest } from '../use-cases/start-dry-run.js';
import { InlineLabelBody, type StartDryRunBody } from '../dto/dry-run.bodies.js';
import { storedLabels } from './record-labels.js';

/** Allows large bodies for labels of single records. */
export const ReplayBody = (): MethodDecorator =>
  RouteSettings({
    bodyBytes: dryRunLimits.bodyBytes,
    largeArray: {
      of: 'labels',
      member: 'inline',
      parsed: dryRunLimits.inlineLabels,
      aroundCharacters: dryRunLimits.aroundLabels,
    },
  });

/** Converts a body to a request. Throws the 400 errors for its labels. */
export async function toReplayRequest(body: StartDryRunBody): Promise<DryRunRequest> {
  const { from, to } = body;
  const { source, ruleIds, matrixId, ruleSetVersion, versions, only, params, sample, labels, ...others } =
    providedFields(body);
  const { recordType, visibility, overlay, filter, against, analystMinutesPerAlert, keepMatches, name } = others;
  const { inline, ...found } = providedFields(labels ?? {});
  const known = inline && (await toRequestedLabels(inline));
  // Given labels count, whether or not they are named among the sources.
  const sources = inline && { from: [...new Set([...(found.from ?? ['alerts', 'cases']), 'inline' as const])] };
  return {
    ...{ source, ruleIds, matrixId, ruleSetVersion, versions, only, params },
    ...{ from, to, recordType, visibility, overlay, filter, against, analystMinutesPerAlert, keepMatches, name },
    sample: sample && { rate: sample.rate, seed: sample.seed ?? 1 },
    labels: labels && { ...found, ...sources, ...known },
  };
}

/** Returns labels by both ids of records. Throws 400 if a label has neither id, or both. */
async function toRequestedLabels(
  labels: readonly unknown[],
): Promise<Required<Pick<RequestedLabels, 'inline' | 'inlineByExternalId'>>> {
  const inline: Record<string, Label> = {};
  const inlineByExternalId = new Map<string, Label>();
  for (const [at, sent] of labels.entries()) {
    if (at % dryRunLimits.labelsAtOnce === 0) await nextTurn();
    const { recordId, externalId, label } = toLabel(sent, `labels.inline[${at}]`);
    if ((recordId === undefined) === (externalId === undefined))
      throw invalid({ [`labels.inline[${at}]`]: 'give either recordId or externalId' });
    if (recordId !== undefined) inline[recordId] = storedLabels[label];
    else inlineByExternalId.set(externalId as string, storedLabels[label]);
  }
  return { inline, inlineByExternalId };
}

/** Validates a label. Throws 400 with its position. */
function toLabel(sent: unknown, path: string): InlineLabelBody {
  try {
    return validateElement(InlineLabelBody, sent);
  } catch (error) {
    const problems = Object.entries(toApiError(error).details ?? {});
    throw invalid(
      Object.fromEntries(problems.map(([name, why]) => [name === 'body' ? path : `${path}.${name}`, String(why)])),
    );
  }
}

/** Errors that prevent a dry run or a sweep from starting. */
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
