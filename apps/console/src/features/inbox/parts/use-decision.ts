import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePlace } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';

/** Decides something that waits, and tells what that came to. No decision of this kind has a way back. */
export function useDecision(decide: (reason: string) => Promise<string>) {
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
