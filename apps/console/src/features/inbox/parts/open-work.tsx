import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { Facts, PanelHead } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import { FailureNotice, Loading } from '../../../ui/index.js';
import classes from '../inbox.module.css';
import type { InboxSearch } from '../model/inbox-search.js';
import type { Alert } from '../model/work-row.js';
import { alertQuery } from '../queries.js';
import { AssigneeName } from './assignee-name.js';
import { MatchPanel } from './match-panel.js';
import { ReviewPanel } from './review-panel.js';
import { PriorityBadge } from './work-list.js';

interface OpenWorkProps {
  readonly search: InboxSearch;
  readonly id: string;
  readonly onClose: () => void;
}

/** What is open beside the list. */
export function OpenWork({ search, id, onClose }: OpenWorkProps) {
  const text = useText();
  const kind = search.kind ?? 'alerts';
  useKeys({ Escape: onClose });
  if (kind === 'cases') return null;
  return (
    <section className={classes['panel']} aria-label={text.inbox.kinds[kind]} data-panel={kind}>
      {kind === 'alerts' && <AlertPanel id={id} onClose={onClose} />}
      {kind === 'matches' && <MatchPanel id={id} onClose={onClose} />}
      {kind === 'reviews' && <ReviewPanel id={id} onClose={onClose} />}
    </section>
  );
}

function AlertPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const text = useText();
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(alertQuery(organizationId, id));
  if (error && !data) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading>{text.shell.loading}</Loading>;
  return (
    <>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      <ShownAlert alert={data.alert} onClose={onClose} />
    </>
  );
}

function ShownAlert({ alert, onClose }: { readonly alert: Alert; readonly onClose: () => void }) {
  const text = useText();
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  const { columns, statuses, resolutions } = text.inbox;
  const party = alert.entity as { readonly name?: string } | null;
  const { resolution } = alert;
  return (
    <>
      <PanelHead title={alert.name} onClose={onClose} />
      <p data-because lang={alert.miniAnalysis === null ? undefined : 'en'}>
        {alert.miniAnalysis ?? text.inbox.noteless}
      </p>
      <Facts
        facts={[
          [columns.priority, <PriorityBadge priority={alert.priority} />],
          [columns.status, <span data-status={alert.status}>{statuses[alert.status]}</span>],
          [text.inbox.resolution, resolution && resolutions[resolution]],
          [text.inbox.reason, alert.resolutionNotes],
          [columns.who, <AssigneeName id={alert.assignedTo} />],
          [columns.about, party?.name],
          [columns.at, formats.time(alert.createdAt)],
          [text.inbox.filters.category, alert.category],
        ]}
      />
      <ul>
        {alert.transactionId !== null && permissions.includes('transactions:read') && (
          <li>
            <Link
              to="/$organizationId/payments/$transactionId/why"
              params={{ organizationId, transactionId: alert.transactionId }}
            >
              {text.inbox.payment}
            </Link>
          </li>
        )}
        {alert.ruleId !== null && permissions.includes('rules:read') && (
          <li>
            <Link to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId: alert.ruleId }}>
              {text.inbox.rule}
            </Link>
          </li>
        )}
        {alert.investigationId !== null && permissions.includes('cases:read') && (
          <li>
            <Link to="/$organizationId/cases/$caseId" params={{ organizationId, caseId: alert.investigationId }}>
              {text.inbox.inCase}
            </Link>
          </li>
        )}
      </ul>
    </>
  );
}
