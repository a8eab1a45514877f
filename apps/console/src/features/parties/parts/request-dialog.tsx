import type { components } from '@tamis/client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import { Actions, Button, Dialog, FailureNotice, Field, inputClass } from '../../../ui/index.js';

/** Maximum number of documents per request, and validity of its link in days. */
const mostDocuments = 20;
const days = { usual: 7, most: 30 };

interface AskedLine {
  readonly key: number;
  readonly label: string;
  readonly required: boolean;
}

interface RequestDialogProps {
  readonly entityId: string;
  readonly email: string | null;
  readonly onSent: (sent: components['schemas']['SentDocumentRequestDto']) => void;
  readonly onClose: () => void;
}

/** Form for the requested documents, the recipient, and the deadline. */
export function RequestDialog({ entityId, email, onSent, onClose }: RequestDialogProps) {
  const text = useAdminText().documents;
  const { api } = useApi();
  const [lines, setLines] = useState<readonly AskedLine[]>([{ key: 0, label: '', required: true }]);
  const [message, setMessage] = useState('');
  const [recipient, setRecipient] = useState('');
  const [until, setUntil] = useState(String(days.usual));
  const sending = useMutation({
    mutationFn: () => {
      const documents = lines.map(({ label, required }) => ({ label: label.trim(), required }));
      const body = {
        ...{ entityId, documents, expiresInHours: Number(until) * 24 },
        ...(message.trim() !== '' && { message: message.trim() }),
        ...(recipient.trim() !== '' && { recipientEmail: recipient.trim() }),
      };
      return answerOf(api.POST('/api/kyc/document-requests', { body }));
    },
    onSuccess: onSent,
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!sending.isPending) sending.mutate();
  };
  return (
    <Dialog title={text.dialog} onClose={onClose}>
      <form onSubmit={send}>
        <AskedLines lines={lines} onChange={setLines} />
        <p>
          <label>
            {text.message}
            <textarea
              className={inputClass}
              value={message}
              maxLength={2000}
              onChange={(event) => setMessage(event.target.value)}
            />
          </label>
        </p>
        <Field
          label={text.recipient}
          hint={text.recipientHint(email)}
          type="email"
          value={recipient}
          onChange={(event) => setRecipient(event.target.value)}
        />
        <Field
          label={text.days}
          type="number"
          min={1}
          max={days.most}
          required
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        {sending.error && <FailureNotice error={sending.error} />}
        <Actions>
          <Button look="main" type="submit" disabled={sending.isPending}>
            {text.send}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

interface AskedLinesProps {
  readonly lines: readonly AskedLine[];
  readonly onChange: (lines: readonly AskedLine[]) => void;
}

function AskedLines({ lines, onChange }: AskedLinesProps) {
  const text = useAdminText().documents;
  const change = (key: number, part: Partial<AskedLine>): void =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  const next = Math.max(...lines.map(({ key }) => key)) + 1;
  return (
    <fieldset>
      <legend>{text.asked}</legend>
      {lines.map(({ key, label, required }, index) => (
        <div key={key}>
          <Field
            label={text.label(index + 1)}
            value={label}
            required
            maxLength={200}
            pattern=".*\S.*"
            onChange={(event) => change(key, { label: event.target.value })}
          />
          <label>
            <input
              type="checkbox"
              checked={required}
              onChange={(event) => change(key, { required: event.target.checked })}
            />{' '}
            {text.required}
          </label>{' '}
          {lines.length > 1 && (
            <Button look="quiet" onClick={() => onChange(lines.filter((line) => line.key !== key))}>
              {text.remove(label === '' ? text.label(index + 1) : label)}
            </Button>
          )}
        </div>
      ))}
      {lines.length < mostDocuments && (
        <Button onClick={() => onChange([...lines, { key: next, label: '', required: true }])}>{text.add}</Button>
      )}
    </fieldset>
  );
}
