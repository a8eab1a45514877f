import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../data/client.js';
import { useApi } from '../../../shell/place.js';
import { usePaused } from '../../../shell/use-paused.js';

const checkPauseMs = 800;

/** The server's result for a text without errors. The previous response is kept until the next one arrives. */
export function useChecked(source: string, hasErrors: boolean) {
  const { organizationId, api } = useApi();
  const paused = usePaused(source, checkPauseMs);
  return useQuery({
    queryKey: [organizationId, 'rules', 'checked', paused],
    queryFn: ({ signal }) => answerOf(api.POST('/rules/validate', { body: { source: paused }, signal })),
    enabled: !hasErrors,
    placeholderData: keepPreviousData,
    retry: false,
  });
}
