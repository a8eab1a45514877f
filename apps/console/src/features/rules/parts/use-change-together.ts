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

/** Changes rules as one rule set, or none of them. Undo restores the set that was active before. */
export function useChangeTogether(target: Target, onDone: () => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().chosenRules;
  const changed = useRulesChanged(organizationId);
  const { did } = useUndo();
  const { back } = useActivate();
  const changing = useMutation({
    mutationFn: async ({ rules, reason }: { readonly rules: readonly Rule[]; readonly reason: string }) => {
      const before = await readActiveSet(api);
      const body = {
        rules: rules.map(({ id, version }) => ({ id, ifVersion: version, ...(target !== 'inactive' && { version }) })),
        status: target,
        ...(reason.trim() !== '' && { reason: reason.trim() }),
      };
      const answer = await answerOf(api.POST('/rules/bulk', { body }));
      return { before, after: await readActiveSet(api), isWaiting: 'approval' in answer };
    },
    onSuccess: ({ before, after, isWaiting }, { rules }) => {
      const isUndoable = before !== null && after !== null && before.version !== after.version;
      if (isWaiting) did(text.waiting(rules.length), null);
      else did(text.changed[target](rules.length), isUndoable ? back(before, after) : null);
      onDone();
    },
    onSettled: changed,
  });
  return { ...changing, refused: refusalsIn(changing.error, changing.variables?.rules ?? []) };
}

/** Returns the rules that prevented the change, by the paths of their messages. */
function refusalsIn(error: unknown, sent: readonly Rule[]): readonly Refusal[] {
  const { code, fields } = failureOf(error);
  if (code !== 'RULES_NOT_CHANGED') return [];
  return sent.flatMap(({ id, key }, index) => {
    const said = fields[`rules[${index}]`];
    return said === undefined ? [] : [{ id, key, said }];
  });
}
