import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { useAsk } from '../../../shell/use-ask.js';
import screen from '../../../shell/screen.module.css';
import { Actions, Button, FailureNotice, Field } from '../../../ui/index.js';
import { adminClasses, ConfirmDialog, useRefused } from '../../admin/index.js';
import classes from '../matrices.module.css';
import type { Matrix } from '../model/bands.js';
import { useMatrixWork } from './use-matrix-work.js';

/** Name of the matrix, and its archiving. */
export function MatrixName({ matrix }: { readonly matrix: Matrix }) {
  const text = useAdminText().matrices;
  const { api } = useApi();
  const work = useMatrixWork();
  const refused = useRefused();
  const [name, setName] = useState(matrix.name);
  const [about, setAbout] = useState(matrix.description ?? '');
  const params = { path: { id: matrix.id } };
  const before = { name: matrix.name, description: matrix.description };
  const now = { name: name.trim(), description: about.trim() || null };
  const isSame = now.name === before.name && now.description === before.description;
  const refusal = matrix.readOnly ? text.ofParentTells : refused('risk_matrices:edit');
  const patch = ({ name: called, description }: typeof now) => {
    // `null` clears it. The API description mentions this only in text.
    const body = { name: called, description: description as string };
    return answerOf(api.PATCH('/risk-matrices/{id}', { params, body }));
  };
  return (
    <div className={`${screen['panel']} ${classes['name']}`}>
      <form
        aria-label={text.name}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (refusal !== null || isSame || now.name === '') return;
          work.mutate({ told: text.saved(now.name), send: () => patch(now), back: () => patch(before) });
        }}
      >
        <div className={adminClasses['row']}>
          <Field
            label={text.name}
            required
            maxLength={200}
            disabled={refusal !== null}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Field
            label={text.about}
            maxLength={1000}
            disabled={refusal !== null}
            value={about}
            onChange={(event) => setAbout(event.target.value)}
          />
        </div>
        {work.error && <FailureNotice error={work.error} />}
        <Actions>
          <Button type="submit" refused={refusal ?? (isSame ? text.nothingChanged : null)} disabled={work.isPending}>
            {text.rename}
          </Button>
        </Actions>
      </form>
      {/* Its dialog is a form of its own, which no other may hold. */}
      <Archive matrix={matrix} />
    </div>
  );
}

/** Archives the matrix, which cannot be undone. */
function Archive({ matrix }: { readonly matrix: Matrix }) {
  const text = useAdminText().matrices;
  const { organizationId, api } = useApi();
  const navigate = useNavigate();
  const archiving = useMatrixWork();
  const missing = useRefused()('risk_matrices:delete');
  const refusal = matrix.readOnly ? text.ofParentTells : missing;
  const { asked, ask, close } = useAsk<'archive'>();
  const archive = (): void =>
    archiving.mutate({
      told: text.archived(matrix.name),
      send: () => answerOf(api.DELETE('/risk-matrices/{id}', { params: { path: { id: matrix.id } } })),
      back: null,
      onDone: () =>
        void navigate({ to: '/$organizationId/settings/matrices', params: { organizationId }, replace: true }),
    });
  return (
    <>
      <Actions>
        <Button refused={refusal} onClick={() => ask('archive')}>
          {text.archive}
        </Button>
      </Actions>
      {asked === 'archive' && refusal === null && (
        <ConfirmDialog
          title={text.archive}
          label={text.archiveNow}
          tells={text.archiveTells}
          name={matrix.name}
          error={archiving.error}
          isPending={archiving.isPending}
          onClose={close}
          onSend={archive}
        />
      )}
    </>
  );
}
