import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePlace } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';

export interface Sent<Decision> {
  readonly decision: Decision;
  readonly reason: string;
  /** The decision that is replaced. */
  readonly replaces?: string;
}

/**
 * Decides a waiting item, and reports the result. Decisions of this kind cannot be undone; the input is passed with the request, because
 * the page may show another item by then.
 */
export function useDecision<Decision>(decide: (sent: Sent<Decision>) => Promise<string>) {
  const { organizationId } = usePlace();
  const queries = useQueryClient();
  const { did } = useUndo();
  return useMutation({
    mutationFn: decide,
    onSuccess: async (told) => {
      did(told, null);
      await queries.invalidateQueries({ queryKey: [organizationId, 'work'] });
    },
  });
}
