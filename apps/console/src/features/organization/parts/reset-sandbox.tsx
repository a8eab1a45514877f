import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Button } from '../../../ui/index.js';
import { ConfirmDialog, useRefused } from '../../admin/index.js';

/** Empties a sandbox, which cannot be undone. */
export function ResetSandbox() {
  const text = useAdminText().organization;
  const { name } = usePlace();
  const { organizationId, api } = useApi();
  const queries = useQueryClient();
  const { did } = useUndo();
  const refusal = useRefused()('organization:edit');
  const [isAsked, ask] = useState(false);
  const resetting = useMutation({
    mutationFn: () => answerOf(api.POST('/organizations/{id}/reset', { params: { path: { id: organizationId } } })),
    onSuccess: async () => {
      ask(false);
      did(text.isReset, null);
      await queries.invalidateQueries({ queryKey: [organizationId] });
    },
  });
  return (
    <section aria-label={text.reset}>
      <div className={screen['head']}>
        <div>
          <h2>{text.reset}</h2>
          <p>{text.resetTells}</p>
        </div>
        <Button refused={refusal} onClick={() => ask(true)}>
          {text.resetAsk}
        </Button>
      </div>
      {isAsked && (
        <ConfirmDialog
          title={text.reset}
          label={text.reset}
          tells={text.resetTells}
          name={name}
          error={resetting.error}
          isPending={resetting.isPending}
          onSend={() => resetting.mutate()}
          onClose={() => ask(false)}
        />
      )}
    </section>
  );
}
