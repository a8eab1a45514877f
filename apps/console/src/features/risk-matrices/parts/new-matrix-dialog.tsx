import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { Field } from '../../../ui/index.js';
import { AskDialog } from '../../admin/index.js';
import type { Matrix } from '../model/bands.js';
import { useMatrixWork } from './use-matrix-work.js';

type Target = Matrix['targetEntityTypes'][number];

const targets = ['person', 'company', 'transaction', 'user_event'] as const satisfies readonly Target[];

/** Creates a matrix that does not decide anything yet: a draft with the default bands. */
export function NewMatrixDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().matrices;
  const { organizationId, api } = useApi();
  const navigate = useNavigate();
  const work = useMatrixWork();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Target[]>(['transaction']);
  const make = (): void => {
    let id = '';
    work.mutate({
      told: text.made(name.trim()),
      send: async () => {
        const body = { name: name.trim(), targetEntityTypes: [...chosen] };
        const answer = await answerOf(api.POST('/risk-matrices', { body }));
        if ('riskMatrix' in answer) ({ id } = answer.riskMatrix);
        return answer;
      },
      back: () => answerOf(api.DELETE('/risk-matrices/{id}', { params: { path: { id } } })),
      onDone: () => {
        const params = { organizationId, matrixId: id };
        if (id === '') onClose();
        // Back leads to the list, without the dialog.
        else void navigate({ to: '/$organizationId/settings/matrices/$matrixId', params, replace: true });
      },
    });
  };
  return (
    <AskDialog
      title={text.newMatrix}
      label={text.make}
      error={work.error}
      isPending={work.isPending}
      refused={chosen.length === 0 ? text.noTarget : null}
      onSend={make}
      onClose={onClose}
    >
      <Field
        label={text.name}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset>
        <legend>{text.decides}</legend>
        {targets.map((target) => (
          <label key={target}>
            <input
              type="checkbox"
              checked={chosen.includes(target)}
              onChange={(event) =>
                setChosen(targets.filter((each) => (each === target ? event.target.checked : chosen.includes(each))))
              }
            />{' '}
            {text.targets[target]}
          </label>
        ))}
      </fieldset>
    </AskDialog>
  );
}
