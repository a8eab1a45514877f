import { sweepCandidates } from '@tamis/dry-run';
import type { RuleSetContent } from '@tamis/engine';
import { failure, ok, type Result } from '@tamis/stdx';
import { usageProblem, type Problem } from '../problem.js';

/** Returns the rules with other values of parameters: `review_limit=5_000 USD`. Fails with the parameter that cannot be set. */
export function setParams(content: RuleSetContent, settings: readonly string[]): Result<RuleSetContent, Problem> {
  let set = content;
  for (const setting of settings) {
    const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=\s*(.+)$/.exec(setting) ?? [];
    if (name === undefined || value === undefined)
      return failure(
        usageProblem(`--params takes \`name=value\`, as in \`review_limit=5_000 USD\`, not \`${setting}\``),
      );
    const candidates = sweepCandidates(set, name, [value]);
    if (!candidates.ok)
      return failure(
        usageProblem(
          candidates.error.kind === 'noParameter'
            ? `--params: no rule has a parameter \`${name}\``
            : `--params: \`${value}\` is not a value such as \`5_000 USD\`, \`3\` or \`24h\``,
        ),
      );
    set = candidates.value[0]?.content ?? set;
  }
  return ok(set);
}
