import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../data/client.js';
import { useApi } from '../../../shell/place.js';
import { usePaused } from '../../../shell/use-paused.js';

const checkPauseMs = 800;

/** What the server says of a text that has no errors; the answer before stays until the next is there. */
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
