import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Facts, PanelHead } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import { Time } from '../../../shell/time.js';
import { FailureNotice, Loading } from '../../../ui/index.js';
import { alertAnalysis } from '../model/alert-analysis.js';
import type { Alert } from '../model/work-row.js';
import { alertQuery } from '../queries.js';
import { AlertHistory } from './alert-history.js';
import { AssigneeName } from './assignee-name.js';
import { NoteField } from './note-field.js';
import { Around, WouldBe } from './what-matters.js';
import { PriorityBadge } from './work-list.js';

interface AlertPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** An alert beside the list: reasons, changes that would have prevented it, related records and history. */
export function AlertPanel({ id, onClose }: AlertPanelProps) {
  const text = useText();
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(alertQuery(organizationId, id));
  if (error && !data) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading>{text.shell.loading}</Loading>;
  const { alert } = data;
  return (
    <>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      <PanelHead title={alert.name} onClose={onClose} />
      <Analysis alert={alert} />
      {alert.evaluationId !== null && <WouldBe evaluationId={alert.evaluationId} />}
      <AlertFacts alert={alert} />
      <Ways alert={alert} />
      {alert.targetEntityId !== null && <Around entityId={alert.targetEntityId} />}
      <AlertHistory notes={data.notes} events={data.timeline} />
      <NoteField key={id} about="alert" id={id} />
    </>
  );
}

function Analysis({ alert }: { readonly alert: Alert }) {
  const text = useText();
  const { analysis } = useAdminText();
  const formats = useFormats();
  const told = alertAnalysis(alert, { analysis, parties: text.parties, time: (iso) => formats.time(iso) });
  return (
    <>
      <p data-because>{told ?? text.inbox.noteless}</p>
      {alert.description !== null && alert.description !== alert.name && <p>{alert.description}</p>}
    </>
  );
}

function AlertFacts({ alert }: { readonly alert: Alert }) {
  const text = useText();
  const { work } = useAdminText();
  const { columns, statuses, resolutions } = text.inbox;
  const { resolution } = alert;
  return (
    <Facts
      facts={[
        [columns.priority, <PriorityBadge priority={alert.priority} />],
        [columns.status, <span data-status={alert.status}>{statuses[alert.status]}</span>],
        [text.inbox.resolution, resolution && resolutions[resolution]],
        [text.inbox.reason, alert.resolutionNotes],
        [columns.who, <AssigneeName id={alert.assignedTo} />],
        [columns.about, <About alert={alert} />],
        [columns.at, <Time key="createdAt" at={alert.createdAt} look="both" />],
        [work.due, alert.dueDate && <Time key="dueDate" at={alert.dueDate} look="both" />],
        [text.inbox.filters.category, alert.category],
      ]}
    />
  );
}

/** The subject of the alert, with links. */
function About({ alert }: { readonly alert: Alert }): ReactNode {
  const { organizationId, permissions } = usePlace();
  const name = (alert.entity as { readonly name?: string } | null)?.name ?? alert.targetEntityId?.slice(0, 8);
  if (alert.targetEntityId === null || !permissions.includes('entities:read')) return name;
  return (
    <Link to="/$organizationId/parties/$entityId" params={{ organizationId, entityId: alert.targetEntityId }}>
      {name}
    </Link>
  );
}

function Ways({ alert }: { readonly alert: Alert }) {
  const text = useText().inbox;
  const { organizationId, permissions } = usePlace();
  return (
    <ul>
      {alert.transactionId !== null && permissions.includes('transactions:read') && (
        <li>
          <Link
            to="/$organizationId/payments/$transactionId/why"
            params={{ organizationId, transactionId: alert.transactionId }}
          >
            {text.payment}
          </Link>
        </li>
      )}
      {alert.ruleId !== null && permissions.includes('rules:read') && (
        <li>
          <Link to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId: alert.ruleId }}>
            {text.rule}
          </Link>
        </li>
      )}
      {alert.investigationId !== null && permissions.includes('cases:read') && (
        <li>
          <Link to="/$organizationId/cases/$caseId" params={{ organizationId, caseId: alert.investigationId }}>
            {text.inCase}
          </Link>
        </li>
      )}
    </ul>
  );
}
