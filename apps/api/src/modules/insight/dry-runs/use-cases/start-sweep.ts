import { Injectable } from '@nestjs/common';
import { currentValue, sweptValues } from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';
import { printExpression } from '@tamis/lang';

import type { Principal } from '../../../../platform/auth/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { decodeValue } from '../../../rules/rules/index.js';
import type { DryRun } from '../domain/dry-run.js';
import { BuildCandidate, withParameterValues } from './build-candidate.js';
import { checkPeriod, type DryRunRequest, StartDryRun } from './start-dry-run.js';

export type SweepRequest = DryRunRequest & {
  readonly param: string;
  /** Values in the JSON form of rules. */
  readonly values?: readonly unknown[] | undefined;
  /** Number of values, distributed evenly over the declared range. */
  readonly steps?: number | undefined;
};

/** Starts sweeps: one replay for all values of a parameter, each compared with the current value. */
@Injectable()
export class StartSweep {
  constructor(
    private readonly candidates: BuildCandidate,
    private readonly dryRuns: StartDryRun,
  ) {}

  /** Throws the same errors as `StartDryRun`. */
  async start(principal: Principal, request: SweepRequest, now: Date): Promise<DryRun> {
    checkPeriod(request);
    const { param } = request;
    if (request.params && Object.hasOwn(request.params, param))
      throw invalid({ [`params.${param}`]: 'is the parameter of the sweep' });
    const { candidate } = await this.candidates.build(principal.organizationId, request, request.against ?? 'active');
    const values = sweepValues(candidate, request);
    const contents = withParameterValues(candidate, param, values);
    const sides = {
      baseline: request.against === 'none' ? null : candidate,
      candidates: contents.map((content, at) => ({ name: values[at] as string, content })),
    };
    return this.dryRuns.enqueue(principal, { kind: 'sweep', shown: candidate, request, sides }, now);
  }
}

/** Returns the distinct values as expressions. Throws 404 `PARAM_NOT_FOUND`, 422 `PARAM_OUT_OF_RANGE`, and 400. */
function sweepValues(content: RuleSetContent, { param, values, steps }: SweepRequest): readonly string[] {
  if (currentValue(content, param) === null)
    throw new ApiError('PARAM_NOT_FOUND', 'There is no such parameter', { param: `no rule uses ${param}` });
  if (values !== undefined && steps === undefined)
    return [...new Set(values.map((json, at) => printExpression(decodeValue(json, `values.${at}`))))];
  if (values !== undefined || steps === undefined) throw invalid({ values: 'give either values or steps' });
  const even = sweptValues(content, param, steps);
  if (even.ok) return even.value;
  const message = 'has no declared range, so its values must be given';
  throw new ApiError('PARAM_OUT_OF_RANGE', `\`${param}\` ${message}`, { steps: message });
}
