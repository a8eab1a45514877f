import { useMutation } from '@tanstack/react-query';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { useMatricesChanged } from '../reads.js';

/** A change, with what it comes to and what takes it back. */
export interface MatrixStep {
  readonly send: () => Promise<object>;
  readonly told: string;
  /** Null: nothing takes it back. */
  readonly back: (() => Promise<object>) | null;
  readonly onDone?: () => void;
}

/** Does what is to be done; in force at once, or when a second person has approved it: then there is nothing to take back yet. */
export function useMatrixWork() {
  const { organizationId } = useApi();
  const text = useAdminText().matrices;
  const changed = useMatricesChanged(organizationId);
  const { did } = useUndo();
  const tell = (answer: object, told: string): string => ('approval' in answer ? text.waits : told);
  return useMutation({
    mutationFn: ({ send }: MatrixStep) => send(),
    onSuccess: async (answer, { told, back, onDone }) => {
      onDone?.();
      await changed();
      const undo = async (): Promise<string> => {
        const answered = await back!();
        await changed();
        return tell(answered, text.asBefore);
      };
      did(tell(answer, told), 'approval' in answer || back === null ? null : undo);
    },
  });
}
