import type { components } from '@tamis/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useLiveReads } from '../../../shell/live.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { Time, ToldTime } from '../../../shell/time.js';
import { Actions, Badge, Button, FailureNotice, Notice } from '../../../ui/index.js';
import { documentRequestsQuery } from '../queries.js';
import { EndDialog, type RequestEnd } from './end-request-dialog.js';
import { PartySection } from './party-section.js';
import { RequestDialog } from './request-dialog.js';
import { RequestFiles } from './request-files.js';

type Schemas = components['schemas'];
type DocumentRequest = Schemas['DocumentRequestDto'];
type Sent = Schemas['SentDocumentRequestDto'];

interface DocumentRequestsProps {
  readonly entityId: string;
  /** Email of the party. */
  readonly email: string | null;
}

/** Documents that were requested from the party, and their status. */
export function DocumentRequests({ entityId, email }: DocumentRequestsProps) {
  const text = useAdminText().documents;
  const { shell } = useText();
  const { organizationId } = useApi();
  const queries = useQueryClient();
  const missing = useRefusal()('kyc:create');
  const [isAsked, ask] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  // The status of the party may change as well.
  const read = () => queries.invalidateQueries({ queryKey: [organizationId, 'entities', entityId] });
  useLiveReads(['kyc:document-request-updated'], read, 'inbox');
  const tell = (made: Sent): void => {
    ask(false);
    setSent(made);
    void read();
  };
  return (
    <PartySection<DocumentRequest>
      part="documents"
      title={text.title}
      none={text.none}
      permission="kyc:read"
      query={documentRequestsQuery(organizationId, entityId)}
      row={(request) => <RequestRow request={request} onSent={tell} onEnded={() => void read()} />}
    >
      {sent && <SentNotice sent={sent} />}
      <Actions>
        <Button refused={missing === null ? null : shell.needs(missing)} onClick={() => ask(true)}>
          {text.request}
        </Button>
      </Actions>
      {isAsked && <RequestDialog entityId={entityId} email={email} onSent={tell} onClose={() => ask(false)} />}
    </PartySection>
  );
}

/** The link is shown only this once. */
function SentNotice({ sent: { emailed, recipientEmail, url, statusChange } }: { readonly sent: Sent }) {
  const text = useAdminText().documents;
  return (
    <Notice kind={statusChange.code === 'STATUS_LOCKED' ? 'warning' : 'good'}>
      <p>{emailed ? `${text.emailed(recipientEmail ?? '')} ${text.shownOnce}` : text.notEmailed}</p>
      <p>
        <code data-link>{url}</code>
      </p>
      {statusChange.code === 'STATUS_LOCKED' && <p>{text.locked}</p>}
    </Notice>
  );
}

const signs: Readonly<Record<string, readonly [string, 'plain' | 'good' | 'warning' | 'error']>> = {
  pending: ['◔', 'warning'],
  submitted: ['◑', 'warning'],
  accepted: ['✓', 'good'],
  discarded: ['✗', 'error'],
};

/** Actions of an operator, by status. */
const ends: Readonly<Record<string, readonly RequestEnd[]>> = {
  pending: ['accept', 'discard', 'cancel'],
  submitted: ['accept', 'discard'],
};

interface RowProps {
  readonly request: DocumentRequest;
  readonly onSent: (sent: Sent) => void;
  readonly onEnded: () => void;
}

function RequestRow({ request, onSent, onEnded }: RowProps) {
  const text = useAdminText().documents;
  const { shell } = useText();
  const { api } = useApi();
  const refusal = useRefusal();
  const [asked, setAsked] = useState<RequestEnd | null>(null);
  const { id, status, documents, recipientEmail, createdAt, expiresAt, reason, statusRestore } = request;
  const [sign, tone] = signs[status] ?? (['·', 'plain'] as const);
  const resending = useMutation({
    mutationFn: () => answerOf(api.POST('/api/kyc/document-requests/{id}/resend', { params: { path: { id } } })),
    onSuccess: onSent,
  });
  const refused = (permission: string): string | null => {
    const missing = refusal(permission);
    return missing === null ? null : shell.needs(missing);
  };
  const notes = [
    ...(statusRestore?.code === 'STATUS_LOCKED' ? [text.locked] : []),
    ...(statusRestore?.code === 'STATUS_CHANGED' ? [text.changed] : []),
    ...(reason === null ? [] : [reason]),
  ];
  return (
    <div data-request={status}>
      <Badge sign={sign} tone={tone}>
        {text.statuses[status] ?? status}
      </Badge>{' '}
      {documents.map(({ label }) => label).join(', ')} · {recipientEmail !== null && `${recipientEmail} · `}
      <Time at={createdAt} />
      {status === 'pending' && (
        <>
          {' · '}
          <ToldTime told={text.until} at={expiresAt} />
        </>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {resending.error && <FailureNotice error={resending.error} />}
      <Actions>
        {status === 'pending' && (
          <Button refused={refused('kyc:create')} disabled={resending.isPending} onClick={() => resending.mutate()}>
            {text.resend}
          </Button>
        )}
        {(ends[status] ?? []).map((end) => (
          <Button
            key={end}
            refused={refused(end === 'cancel' ? 'kyc:create' : 'kyc:review')}
            onClick={() => setAsked(end)}
          >
            {text[end]}
          </Button>
        ))}
        <RequestFiles request={request} />
      </Actions>
      {asked && (
        <EndDialog
          id={id}
          end={asked}
          onEnded={() => {
            setAsked(null);
            onEnded();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
