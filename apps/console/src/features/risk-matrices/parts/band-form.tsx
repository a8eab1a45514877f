import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, FailureNotice, Field } from '../../../ui/index.js';
import { adminClasses, Choice, LeaveGuard, useRefused } from '../../admin/index.js';
import { type Band, bandsOf, graded, isOther, type Matrix, typedOf } from '../model/bands.js';
import { useMatricesChanged } from '../reads.js';

const statuses = ['draft', 'active', 'shadow', 'inactive'] as const;

/** Form for the points at which each decision starts, and for whether the matrix decides at all. */
export function BandForm({ matrix }: { readonly matrix: Matrix }) {
  const text = useAdminText().matrices;
  const { decisions } = useText().transactions;
  const [typed, setTyped] = useState(typedOf(matrix.decisions ?? []));
  const [status, setStatus] = useState(matrix.status);
  const allowed = useRefused()('risk_matrices:edit');
  const refusal = matrix.readOnly ? text.ofParentTells : allowed;
  const saving = useSave(matrix);
  const bands = bandsOf(typed, matrix.decisions ?? []);
  const hasOtherBands = isOther(typed, matrix.decisions);
  const isChanged = status !== matrix.status || hasOtherBands;
  const missing = bands === null ? text.notRising : isChanged ? null : text.nothingChanged;
  const lowest = matrix.decisions?.find(({ from }) => from == null)?.decision ?? 'APPROVE';
  return (
    <form
      className={screen['panel']}
      aria-label={text.bands}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (refusal !== null || bands === null || !isChanged) return;
        const isStatus = status !== matrix.status && status !== 'archived';
        saving.mutate({ ...(hasOtherBands && { decisions: [...bands] }), ...(isStatus && { status }) });
      }}
    >
      <h2>{text.bands}</h2>
      <p>
        {matrix.decisions === null && text.defaultBands} {text.below(decisions[lowest])}
      </p>
      <div className={adminClasses['row']}>
        {graded.map((decision) => (
          <Field
            key={decision}
            label={text.from(decisions[decision])}
            type="number"
            step="any"
            disabled={refusal !== null || decision === lowest}
            value={typed[decision]}
            onChange={(event) => setTyped({ ...typed, [decision]: event.target.value })}
          />
        ))}
        <Choice<Matrix['status']>
          label={text.status}
          value={status}
          disabled={refusal !== null}
          options={[...new Set([matrix.status, ...statuses])].map((each) => [each, text.statuses[each]] as const)}
          onChange={setStatus}
        />
      </div>
      {saving.error && <FailureNotice error={saving.error} />}
      <Actions>
        <Button look="main" type="submit" refused={refusal ?? missing} disabled={saving.isPending}>
          {text.save}
        </Button>
      </Actions>
      <LeaveGuard isChanged={isChanged} />
    </form>
  );
}

interface Change {
  readonly decisions?: Band[];
  readonly status?: (typeof statuses)[number];
}

/**
 * Saves the bands. A conflicting change is reported and not overwritten. The change takes effect at once, or after approval by a second
 * person.
 */
function useSave(matrix: Matrix) {
  const { organizationId, api } = useApi();
  const text = useAdminText().matrices;
  const changed = useMatricesChanged(organizationId);
  const { did } = useUndo();
  const send = async (body: Change & { readonly ifVersion?: number }): Promise<string> => {
    const params = { path: { id: matrix.id } };
    const answer = await answerOf(api.PATCH('/risk-matrices/{id}', { params, body }));
    await changed();
    return 'approval' in answer ? text.waits : text.saved(matrix.name);
  };
  return useMutation({
    mutationFn: (body: Change) => send({ ...body, ifVersion: matrix.version }),
    // Computed before the request, because the page already shows the new state when the request ends.
    onMutate: ({ decisions, status }): Change => ({
      // `null` restores the default bands. The API description mentions this only in text.
      ...(decisions && { decisions: matrix.decisions as Band[] }),
      ...(status && matrix.status !== 'archived' && { status: matrix.status }),
    }),
    onSuccess: (told, _, before) => did(told, told === text.waits ? null : () => send(before)),
  });
}
