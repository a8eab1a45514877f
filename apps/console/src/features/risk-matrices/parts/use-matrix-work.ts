import { useMutation } from '@tanstack/react-query';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { useMatricesChanged } from '../reads.js';

/** A change with its result and the way to undo it. */
export interface MatrixStep {
  readonly send: () => Promise<object>;
  readonly told: string;
  /** `null` if it cannot be undone. */
  readonly back: (() => Promise<object>) | null;
  readonly onDone?: () => void;
}

/** Makes a change. It takes effect at once, or after approval by a second person. In the latter case there is nothing to undo yet. */
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
