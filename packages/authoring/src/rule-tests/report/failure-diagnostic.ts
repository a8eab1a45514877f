import { createDiagnostic, type Diagnostic, type Expectation, type SourceRange, type VaryCase } from '@tamis/lang';
import { recordTimes } from '../world/build-records.js';
import { quoted, type EvaluatedCase } from '../expect/case-result.js';
import { decidingLeaves } from './leaf-sentences.js';
import { e0704 } from './test-diagnostic-codes.js';

const units = [
  { suffix: 'd', ms: 86_400_000 },
  { suffix: 'h', ms: 3_600_000 },
  { suffix: 'm', ms: 60_000 },
  { suffix: 's', ms: 1000 },
] as const;

/** Returns the time before that of the evaluation: `T-1h5m`. */
function relativeTimeText(ms: number): string {
  let rest = Math.abs(ms);
  let text = '';
  for (const { suffix, ms: size } of units) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) text += `${whole}${suffix}`;
  }
  return `${ms < 0 ? 'T+' : 'T-'}${text || '0s'}`;
}

const maxTimes = 6;

/** Returns the times of the given records, as marks at the steps that create them. */
function recordMarks({ test, world }: EvaluatedCase): { range: SourceRange; message: string }[] {
  return test.declaration.steps.flatMap((step) => {
    if (step.kind !== 'givenRecordsStep' || !step.range) return [];
    const times = recordTimes(step, world.now).map((time) => relativeTimeText(world.now - time));
    const shown =
      times.length > maxTimes ? [...times.slice(0, maxTimes - 1), '…', times[times.length - 1] ?? ''] : times;
    return [{ range: step.range, message: `at ${shown.join(', ')}` }];
  });
}

/** Returns a diagnostic for an unmet expectation, with the values that decided it. */
export function failureDiagnostic(
  expectation: Expectation | VaryCase,
  got: string,
  run: EvaluatedCase,
  varied: VaryCase | null,
): Diagnostic {
  const range = (expectation.kind === 'varyCase' ? expectation.outcome.range : null) ?? expectation.range;
  const inCase =
    varied && expectation.kind !== 'varyCase' && varied.range ? [{ range: varied.range, message: 'in this case' }] : [];
  const related = [...recordMarks(run), ...inCase];
  const sentences = decidingLeaves(run);
  return createDiagnostic(e0704, {
    message: `got: ${got}`,
    reason: [`test ${quoted(run.test.title)} of ${run.test.rules.join(', ')}`, ...sentences].join('\n    '),
    ...(range ? { range } : {}),
    ...(related.length > 0 ? { related } : {}),
  });
}
