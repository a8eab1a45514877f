import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePlace } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';

export interface Sent<Decision> {
  readonly decision: Decision;
  readonly reason: string;
  /** The decision that it takes the place of. */
  readonly replaces?: string;
}

/**
 * Decides something that waits, and tells what that came to. No decision of this kind has a way back, and so what was asked for goes
 * with the request: what the page shows by then may be another.
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
