import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { Facts, PanelHead } from '../../../shell/open-panel.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { Time } from '../../../shell/time.js';
import { Actions, Button, FailureNotice, Loading } from '../../../ui/index.js';
import { reviewQuery } from '../queries.js';
import { AssignButton } from './assign-button.js';
import { AssigneeName } from './assignee-name.js';
import { type Sent, useDecision } from './use-decision.js';
import { Ask, Reason } from './work-dialogs.js';
import { PartyName } from './work-list.js';

type Decision = 'approved' | 'rejected';

/** Shows the data read from a document, for the reviewer who decides. */
export function ReviewPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const text = useText();
  const { organizationId, api } = useApi();
  const missing = useRefusal()('kyc:review');
  const [asked, setAsked] = useState<Decision | null>(null);
  const { data, error, refetch } = useQuery(reviewQuery(organizationId, id));
  const deciding = useDecision(async (body: Sent<Decision>) => {
    const { status } = await answerOf(api.POST('/api/kyc/validations/{id}/review', { params: { path: { id } }, body }));
    return status === 'approved' ? text.inbox.approved : text.inbox.rejected;
  });
  if (error && !data) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading>{text.shell.loading}</Loading>;
  const { extractedData: read, warnings, verifiedFields } = data;
  const refused = missing === null ? null : text.shell.needs(missing);
  const send = (sent: Sent<Decision>): void => {
    deciding.mutate(sent);
    setAsked(null);
  };
  return (
    <>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      <PanelHead title={text.inbox.review(id.slice(0, 8))} onClose={onClose} />
      <Facts
        facts={[
          [text.inbox.party, <PartyName id={data.entityId} />],
          [text.inbox.names, read && [read.firstName, read.lastName].filter(Boolean).join(' ')],
          [text.inbox.born, read?.dateOfBirth],
          [text.inbox.countries, read?.nationality],
          [text.inbox.checked, verifiedFields.join(', ')],
          [text.inbox.columns.at, <Time key="createdAt" at={data.createdAt} look="both" />],
          [
            text.inbox.columns.status,
            <span data-review-status={data.status}>
              {(text.inbox.statuses as Readonly<Record<string, string>>)[data.status] ?? data.status}
            </span>,
          ],
          [text.inbox.columns.who, <AssigneeName id={data.assignedTo} />],
          [text.inbox.reason, data.decision?.reasons.join(', ')],
        ]}
      />
      <h3>{text.inbox.warnings}</h3>
      {warnings.length === 0 && <p>{text.inbox.noWarnings}</p>}
      <ul lang="en">
        {warnings.map(({ code, message }) => (
          <li key={code}>
            <code>{code}</code> {message}
          </li>
        ))}
      </ul>
      {deciding.error && <FailureNotice error={deciding.error} />}
      {data.status === 'in_review' && (
        <Actions>
          <Button refused={refused} onClick={() => setAsked('approved')}>
            {text.inbox.approve}
          </Button>
          <Button refused={refused} onClick={() => setAsked('rejected')}>
            {text.inbox.reject}
          </Button>
          <AssignButton kind="reviews" id={id} />
        </Actions>
      )}
      {asked && <DecideDialog decision={asked} onSend={send} onClose={() => setAsked(null)} />}
    </>
  );
}

interface DecideProps {
  readonly decision: Decision;
  readonly onSend: (sent: Sent<Decision>) => void;
  readonly onClose: () => void;
}

function DecideDialog({ decision, onSend, onClose }: DecideProps) {
  const text = useText().inbox;
  const [reason, setReason] = useState('');
  const title = decision === 'approved' ? text.approveTitle : text.rejectTitle;
  const send = (): void => {
    if (reason.trim() !== '') onSend({ decision, reason: reason.trim() });
  };
  return (
    <Ask title={title} label={title} onSend={send} onClose={onClose}>
      <p>{text.final}</p>
      <Reason value={reason} onChange={setReason} isRequired />
    </Ask>
  );
}
