import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import type { GuardBody } from '../model/guard-form.js';
import { readActiveSet, useRulesChanged } from '../queries.js';
import { useActivate } from './use-activate.js';

interface Release {
  readonly status: 'active' | 'shadow' | 'inactive';
  readonly version: number;
  /** The newest version that the user has seen, so that versions saved since then are not overlooked. */
  readonly ifVersion: number;
  readonly reason: string;
  readonly guard: GuardBody | null;
  readonly dryRunId: string | null;
}

/** Activates a version of a rule, or deactivates the rule. Undo restores the previously active set. */
export function useRelease(ruleId: string, onDone: () => void) {
  const { organizationId, api } = useApi();
  const text = useText().releases;
  const changed = useRulesChanged(organizationId);
  const { did } = useUndo();
  const { back } = useActivate();
  const params = { path: { id: ruleId } };
  return useMutation({
    mutationFn: async ({ status, version, ifVersion, reason, guard, dryRunId }: Release) => {
      const before = await readActiveSet(api);
      const body = {
        status,
        ifVersion,
        ...(status !== 'inactive' && { version }),
        ...(reason.trim() !== '' && { reason: reason.trim() }),
        ...(guard && { guard }),
        ...(dryRunId !== null && { evidence: { dryRunId } }),
      };
      const answer = await answerOf(api.PATCH('/rules/{id}', { params, body }));
      const waits = 'approval' in answer;
      return { before, waits, after: waits ? null : await readActiveSet(api) };
    },
    onSuccess: async ({ before, after, waits }) => {
      await changed();
      if (waits) did(text.waits, null);
      else if (after)
        did(text.inForce(after.number), before && before.version !== after.version ? back(before, after) : null);
      onDone();
    },
  });
}
