import { useMutation } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { answerOf } from '../../../data/client.js';
import { failureOf } from '../../../data/errors.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { readActiveSet, useActivate, useRulesChanged } from '../../releases/index.js';

type Rule = components['schemas']['RuleRecordDto'];

export type Target = 'shadow' | 'inactive';

export interface Refusal {
  readonly id: string;
  readonly key: string;
  readonly said: string;
}

/** Changes rules one after another: one that is refused stops none of the others. Undo restores the set that was active before. */
export function useChangeTogether(target: Target, onDone: (refused: readonly Refusal[]) => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().chosenRules;
  const changed = useRulesChanged(organizationId);
  const { did } = useUndo();
  const { back } = useActivate();
  const put = async ({ id, version }: Rule, reason: string) => {
    const body = {
      ...{ status: target, ifVersion: version },
      ...(target !== 'inactive' && { version }),
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    };
    return answerOf(api.PATCH('/rules/{id}', { params: { path: { id } }, body }));
  };
  return useMutation({
    mutationFn: async ({ rules, reason }: { readonly rules: readonly Rule[]; readonly reason: string }) => {
      const before = await readActiveSet(api);
      const refused: Refusal[] = [];
      let waiting = 0;
      for (const rule of rules) {
        try {
          if ('approval' in (await put(rule, reason))) waiting += 1;
        } catch (error) {
          const { code, said } = failureOf(error);
          // Without an answer of the server, the others would fail as well.
          if (code === null) throw error;
          refused.push({ id: rule.id, key: rule.key, said });
        }
      }
      return { before, after: await readActiveSet(api), refused, waiting };
    },
    onSuccess: async ({ before, after, refused, waiting }, { rules }) => {
      const isUndoable = before !== null && after !== null && before.version !== after.version;
      const done = rules.length - refused.length - waiting;
      const message = [text.changed[target](done), ...(waiting > 0 ? [text.waiting(waiting)] : [])].join(' · ');
      if (done + waiting > 0) did(message, isUndoable ? back(before, after) : null);
      onDone(refused);
    },
    onSettled: changed,
  });
}
