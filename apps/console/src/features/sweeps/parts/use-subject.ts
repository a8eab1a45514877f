import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keepDraft, readDraft } from '../../../data/browser-storage.js';
import { usePlace } from '../../../shell/place.js';
import { answerOf, clientOf } from '../../../data/client.js';
import { ruleQuery } from '../../rules/index.js';
import { ruleText, withValue } from '../model/params.js';
import type { Sweep } from '../model/points.js';

const firstRule = /^\s*rule\s+(\w+)/m;

/** Returns the rule of a sweep: the stored rule that it names, or the one whose text it was given. */
export function useSubject(sweep: Sweep | undefined) {
  const { organizationId } = usePlace();
  const { ruleIds, source } = sweep?.request ?? {};
  const named = ruleIds?.length === 1 ? ruleIds[0] : undefined;
  const key = source === undefined ? undefined : firstRule.exec(source)?.[1];
  const { data: found } = useQuery({
    queryKey: [organizationId, 'rules', 'of-key', key],
    queryFn: async ({ signal }) => {
      const params = { query: { ...(key !== undefined && { key }), pageSize: 1 } };
      return (await answerOf(clientOf(organizationId).GET('/rules', { params, signal }))).rules[0]?.id ?? null;
    },
    enabled: key !== undefined,
  });
  const id = named ?? found ?? undefined;
  const { data: rule } = useQuery({ ...ruleQuery(organizationId, id ?? ''), enabled: id !== undefined });
  return { rule, key: rule?.key ?? key };
}

/** Applies a value to the text on this device, in addition to other changes there, and opens the editor. */
export function useTry(sweep: Sweep, rule: ReturnType<typeof useSubject>['rule']) {
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  const [isElsewhere, setElsewhere] = useState(false);
  const tryValue = async (value: unknown): Promise<void> => {
    if (!rule) return;
    const draft = await readDraft(organizationId, rule.id);
    const text = withValue(draft?.text ?? rule.source, sweep.param, ruleText(value));
    setElsewhere(text === null);
    if (text === null) return;
    await keepDraft(organizationId, rule.id, { text, version: draft?.version ?? rule.version, at: Date.now() });
    await navigate({ to: '/$organizationId/rules/$ruleId', params: { organizationId, ruleId: rule.id } });
  };
  return { tryValue, isElsewhere };
}
