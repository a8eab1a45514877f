import type { components } from '@tamis/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { Button, FailureNotice, Field, Notice } from '../../../ui/index.js';
import { AskDialog, Choice } from '../../admin/index.js';
import { isFinal, mayGoBack, nextStatuses, type TransactionStatus as Status } from '../model/next-statuses.js';

type Payment = components['schemas']['TransactionRecordDto'];

interface Change {
  readonly to: Status;
  readonly comment: string;
  readonly before: Status;
}

/** Refetches the queries of a payment after it was changed. */
function useReread(id: string): () => Promise<unknown> {
  const { organizationId } = useApi();
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [organizationId, 'transactions', id] }),
      queries.invalidateQueries({ queryKey: [organizationId, 'transactions', 'list'] }),
    ]);
}

/** Changes the status of a payment with a reason, and reverts it. */
export function PaymentStatus({ payment }: { readonly payment: Payment }) {
  const { why: text } = useAdminText();
  const { shell } = useText();
  const { api } = useApi();
  const { did } = useUndo();
  const missing = useRefusal()('transactions:edit');
  const reread = useReread(payment.id);
  const [isAsked, ask] = useState(false);
  const put = async (status: Status, comment: string): Promise<string> => {
    const params = { path: { id: payment.id } };
    await answerOf(api.PATCH('/transactions/{id}/changeStatus', { params, body: { status, comment } }));
    await reread();
    return text.moved(payment.externalId, text.statuses[status]);
  };
  const changing = useMutation({
    mutationFn: ({ to, comment }: Change) => put(to, comment),
    onSuccess: (told, { to, before }) => {
      ask(false);
      did(told, mayGoBack(to, before) ? () => put(before, text.takenBack) : null);
    },
  });
  return (
    <>
      <span data-payment-status={payment.status}>{text.statuses[payment.status]}</span>
      {!isFinal(payment.status) && (
        <Button refused={missing === null ? null : shell.needs(missing)} onClick={() => ask(true)}>
          {text.changeStatus}
        </Button>
      )}
      {isAsked && (
        <StatusDialog
          status={payment.status}
          error={changing.error}
          isPending={changing.isPending}
          onSend={(to, comment) => changing.mutate({ to, comment, before: payment.status })}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}

interface DialogProps {
  readonly status: Status;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onSend: (to: Status, comment: string) => void;
  readonly onClose: () => void;
}

function StatusDialog({ status, error, isPending, onSend, onClose }: DialogProps) {
  const { why: text } = useAdminText();
  const choices = nextStatuses[status];
  const [to, setTo] = useState<Status>(choices[0] ?? status);
  const [comment, setComment] = useState('');
  return (
    <AskDialog
      title={text.changeStatus}
      label={text.change}
      error={error}
      isPending={isPending}
      onSend={() => onSend(to, comment.trim())}
      onClose={onClose}
    >
      <p>{text.changeTells}</p>
      <Choice<Status>
        label={text.status}
        value={to}
        options={choices.map((each) => [each, text.statuses[each]] as const)}
        onChange={setTo}
      />
      {!mayGoBack(to, status) && <Notice kind="warning">{text.noWayBack(text.statuses[status])}</Notice>}
      <Field
        label={text.reason}
        value={comment}
        required
        maxLength={500}
        pattern=".*\S.*"
        onChange={(event) => setComment(event.target.value)}
      />
    </AskDialog>
  );
}

/** Evaluates the active rules on a payment that was stored without them. */
export function DecideNow({ payment }: { readonly payment: Payment }) {
  const { why: text } = useAdminText();
  const { shell } = useText();
  const { api } = useApi();
  const { did } = useUndo();
  const missing = useRefusal()('rules:execute');
  const reread = useReread(payment.id);
  const deciding = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/transactions/{id}/analyze', { params: { path: { id: payment.id } }, body: {} })),
    onSuccess: async () => {
      await reread();
      did(text.decided(payment.externalId), null);
    },
  });
  return (
    <>
      <Button
        look="main"
        refused={missing === null ? null : shell.needs(missing)}
        disabled={deciding.isPending}
        onClick={() => deciding.mutate()}
      >
        {text.decideNow}
      </Button>
      {deciding.error && <FailureNotice error={deciding.error} />}
    </>
  );
}
