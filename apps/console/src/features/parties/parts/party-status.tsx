import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Badge, Button, Dialog, FailureNotice, Field, inputClass } from '../../../ui/index.js';

const signs: Readonly<Record<string, readonly [string, 'good' | 'warning' | 'error']>> = {
  active: ['✓', 'good'],
  approved: ['✓', 'good'],
  blocked: ['✗', 'error'],
  rejected: ['✗', 'error'],
  suspended: ['‖', 'warning'],
  under_review: ['◔', 'warning'],
  pending_verification: ['◔', 'warning'],
};

export function PartyStatus({ status }: { readonly status: string }) {
  const names: Readonly<Record<string, string>> = useText().parties.statuses;
  const [sign, tone] = signs[status] ?? (['·', 'plain'] as const);
  return (
    <Badge sign={sign} tone={tone}>
      {names[status] ?? status}
    </Badge>
  );
}

/** Statuses that a user can set. The others result from events. */
const given = ['active', 'inactive', 'under_review', 'approved', 'rejected', 'suspended', 'blocked'] as const;
type Given = (typeof given)[number];

interface Change {
  readonly to: Given;
  readonly reason: string;
  /** `undefined` if a user cannot set the previous status. */
  readonly before: Given | undefined;
}

interface ChangeProps {
  readonly entityId: string;
  readonly name: string;
  readonly status: string;
}

/** Changes the status of a party, with a reason. Undo restores the previous status. */
export function ChangeStatus({ entityId, name, status }: ChangeProps) {
  const text = useText();
  const { organizationId, api } = useApi();
  const missing = useRefusal()('entities:edit');
  const queries = useQueryClient();
  const { did } = useUndo();
  const [isAsked, ask] = useState(false);
  const put = async (to: Given, reason: string): Promise<void> => {
    const params = { path: { id: entityId } };
    await answerOf(api.PATCH('/entities/{id}', { params, body: { status: to, reason } as never }));
    for (const about of [entityId, 'list'])
      await queries.invalidateQueries({ queryKey: [organizationId, 'entities', about] });
  };
  const changing = useMutation({
    mutationFn: ({ to, reason }: Change) => put(to, reason),
    onSuccess: (_, { to, before }) => {
      ask(false);
      const told = text.parties.changed(name, text.parties.statuses[to]);
      did(
        told,
        before === undefined
          ? null
          : async () => {
              await put(before, text.parties.takenBackReason);
              return text.parties.changed(name, text.parties.statuses[before]);
            },
      );
    },
  });
  return (
    <>
      <Button refused={missing === null ? null : text.shell.needs(missing)} onClick={() => ask(true)}>
        {text.parties.changeStatus}
      </Button>
      {isAsked && (
        <StatusDialog
          status={status}
          error={changing.error}
          isPending={changing.isPending}
          onSend={(to, reason) => changing.mutate({ to, reason, before: given.find((each) => each === status) })}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}

interface DialogProps {
  readonly status: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onSend: (to: Given, reason: string) => void;
  readonly onClose: () => void;
}

function StatusDialog({ status, error, isPending, onSend, onClose }: DialogProps) {
  const text = useText().parties;
  const choices = given.filter((each) => each !== status);
  const [to, setTo] = useState<Given>(choices[0] ?? 'active');
  const [reason, setReason] = useState('');
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() !== '' && !isPending) onSend(to, reason.trim());
  };
  return (
    <Dialog title={text.changeStatus} onClose={onClose}>
      <form onSubmit={send}>
        <p>
          <select
            className={inputClass}
            aria-label={text.status}
            value={to}
            onChange={(event) => setTo(event.target.value as Given)}
          >
            {choices.map((each) => (
              <option key={each} value={each}>
                {text.statuses[each]}
              </option>
            ))}
          </select>
        </p>
        <Field label={text.reason} value={reason} required onChange={(event) => setReason(event.target.value)} />
        {error !== null && <FailureNotice error={error} />}
        <Actions>
          <Button look="main" type="submit" disabled={isPending}>
            {text.change}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
