import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { Actions, Button, Dialog, FailureNotice, Field } from '../../../ui/index.js';

/** How an operator ends a document request. */
export type RequestEnd = 'accept' | 'discard' | 'cancel';

interface EndDialogProps {
  readonly id: string;
  readonly end: RequestEnd;
  readonly onEnded: () => void;
  readonly onClose: () => void;
}

/** Asks for a reason, which is required only for discarding. */
export function EndDialog({ id, end, onEnded, onClose }: EndDialogProps) {
  const text = useAdminText().documents;
  const { api } = useApi();
  const [reason, setReason] = useState('');
  const ending = useMutation({
    mutationFn: () => {
      const params = { path: { id } };
      const why = reason.trim();
      if (end === 'discard')
        return answerOf(api.POST('/api/kyc/document-requests/{id}/discard', { params, body: { reason: why } }));
      const body = why === '' ? {} : { reason: why };
      return answerOf(api.POST(`/api/kyc/document-requests/{id}/${end}`, { params, body }));
    },
    onSuccess: onEnded,
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (end !== 'discard' || reason.trim() !== '') ending.mutate();
  };
  return (
    <Dialog title={text.ask[end]} onClose={onClose}>
      <form onSubmit={send}>
        <Field
          label={text.reason}
          value={reason}
          required={end === 'discard'}
          maxLength={4000}
          onChange={(event) => setReason(event.target.value)}
        />
        {ending.error && <FailureNotice error={ending.error} />}
        <Actions>
          <Button look="main" type="submit" disabled={ending.isPending}>
            {text[end]}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
