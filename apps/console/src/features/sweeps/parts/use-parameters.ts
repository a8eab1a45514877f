import type { components } from '@tamis/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, type TamisClient } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi, usePlace } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { readActiveSet, useActivate, useRulesChanged } from '../../releases/index.js';
import { ruleText } from '../model/params.js';

export type Parameter = components['schemas']['ParameterDto'];

/** The parameters that rules share. */
export function useParameters() {
  const { organizationId, api } = useApi();
  const { permissions } = usePlace();
  return useQuery({
    queryKey: [organizationId, 'rules', 'params'],
    queryFn: async ({ signal }) => (await answerOf(api.GET('/rules/params', { signal }))).params,
    enabled: permissions.includes('rules:read'),
    staleTime: 0,
  });
}

interface Change {
  readonly parameter: Parameter;
  readonly value: Parameter['value'];
  readonly reason: string;
}

/** Returns whether it was done; `false` if it waits for a second person. */
async function put(api: TamisClient, { parameter: { name }, value, reason }: Change): Promise<boolean> {
  const params = { path: { name } };
  return !('approval' in (await answerOf(api.PATCH('/rules/params/{name}', { params, body: { value, reason } }))));
}

/**
 * Sets a parameter. Undo activates the previously active set with all its values; if no active rule uses the parameter there is no other
 * set, and the previous value is set again.
 */
export function useSetParameter() {
  const { organizationId, api } = useApi();
  const text = useAdminText().lab;
  const { releases } = useText();
  const queries = useQueryClient();
  const changed = useRulesChanged(organizationId);
  const { back } = useActivate();
  const { did } = useUndo();
  const putBack =
    ({ parameter }: Change) =>
    async () => {
      const done = await put(api, { parameter, value: parameter.value, reason: text.undoParam(parameter.name) });
      await changed();
      return done ? text.paramSet(parameter.name, ruleText(parameter.value)) : releases.waits;
    };
  return useMutation({
    mutationFn: async (change: Change) => {
      const before = await readActiveSet(api);
      const done = await put(api, change);
      return { before, done, after: done ? await readActiveSet(api) : null };
    },
    onSuccess: async ({ before, done, after }, change) => {
      await changed();
      if (!done) return did(releases.waits, null);
      const isOther = before && after && before.version !== after.version;
      did(
        text.paramSet(change.parameter.name, ruleText(change.value)),
        isOther ? back(before, after) : putBack(change),
      );
    },
    // Another person may have changed the current values.
    onError: () => void queries.invalidateQueries({ queryKey: [organizationId, 'rules', 'params'] }),
  });
}
