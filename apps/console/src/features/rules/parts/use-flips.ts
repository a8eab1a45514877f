import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useLive } from '../../../shell/live.js';
import { useApi, usePlace } from '../../../shell/place.js';
import { usePaused } from '../../../shell/use-paused.js';
import { flipsFirst, inOrder } from '../model/flips.js';

const orderPauseMs = 600;

/**
 * Decisions of the whole rule set on stored records: as it is active, and with a text among its rules. There is one request at a time, and
 * a later text cancels the one before. `source` is `null` while the text has errors, and the last successful response is kept.
 */
export function useFlips(source: string | null) {
  const { organizationId, api } = useApi();
  const queries = useQueryClient();
  const mayRun = usePlace().permissions.includes('rules:execute');
  const paused = usePaused(source);
  // The same records for every text, until the user asks for newer ones.
  const [pinned, setPinned] = useState<readonly string[] | null>(null);
  const [newer, setNewer] = useState(0);
  useLive({ 'transaction:created': () => setNewer((count) => count + 1) }, { onGap: () => undefined });
  const keyOf = (ids: readonly string[] | null) => [organizationId, 'rules', 'flips', ids, paused];
  const query = useQuery({
    queryKey: keyOf(pinned),
    queryFn: async ({ signal }) => {
      const records = pinned ? { evaluationIds: [...pinned] } : {};
      const body = { source: paused ?? '', ...records };
      const found = { ...(await answerOf(api.POST('/rules/flips', { body, signal }))), answeredAtMs: Date.now() };
      const ids = found.records.map(({ evaluationId }) => evaluationId);
      if (!pinned && ids.length > 0) {
        queries.setQueryData(keyOf(ids), found);
        setPinned(ids);
      }
      return found;
    },
    enabled: mayRun && paused !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
    // Stored decisions do not change, but the active set may.
    staleTime: 5_000,
  });
  const records = query.data?.records ?? [];
  const settled = usePaused(query.data, orderPauseMs);
  return {
    query,
    records: inOrder(records, settled ? flipsFirst(settled.records) : []),
    newer,
    useNewer: () => {
      setNewer(0);
      setPinned(null);
    },
  };
}
