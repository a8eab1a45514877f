import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/reader.js';
import { usePlace, useRefusal } from '../../../shell/place.js';
import { Button, FailureNotice } from '../../../ui/index.js';
import classes from '../case.module.css';
import type { CaseFile } from '../model/case-timeline.js';
import type { Alert } from '../model/work-row.js';
import { besideQuery } from './case-queries.js';
import { useCaseWork } from './use-case-work.js';
import { PriorityBadge } from './work-list.js';

/** Shows the alerts of a case, and others about the same party that can be added to it. */
export function CaseAlerts({ file }: { readonly file: CaseFile }) {
  const text = useText();
  const { organizationId, permissions } = usePlace();
  const { investigation, alerts } = file;
  const isClosed = investigation.status === 'CLOSED';
  const mayRead = permissions.includes('alerts:read') && !isClosed;
  const beside = useQuery(besideQuery(organizationId, mayRead ? investigation.entityId : null));
  const work = useCaseWork(investigation);
  const missing = useRefusal()('cases:edit');
  const refused = missing === null ? null : text.shell.needs(missing);
  return (
    <section className={classes['panel']} aria-label={text.inbox.kinds.alerts}>
      <h2>
        {text.inbox.kinds.alerts} ({alerts.length})
      </h2>
      {work.error && <FailureNotice error={work.error} />}
      {alerts.length === 0 && <p>{text.cases.noAlerts}</p>}
      <ul className={classes['alerts']} data-alerts>
        {alerts.map((alert) => (
          <AlertLine key={alert.id} alert={alert}>
            {!isClosed && (
              <Button refused={refused} onClick={() => work.link(alert.id, true)}>
                {text.cases.unlink}
                <span className="hidden"> {alert.name}</span>
              </Button>
            )}
          </AlertLine>
        ))}
      </ul>
      {beside.error && <FailureNotice error={beside.error} retry={() => void beside.refetch()} />}
      {beside.data && beside.data.length > 0 && (
        <>
          <h3>{text.cases.beside}</h3>
          <ul className={classes['alerts']} data-beside>
            {beside.data.map((alert) => (
              <AlertLine key={alert.id} alert={alert}>
                <Button refused={refused} onClick={() => work.link(alert.id, false)}>
                  {text.cases.link}
                  <span className="hidden"> {alert.name}</span>
                </Button>
              </AlertLine>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function AlertLine({ alert, children }: { readonly alert: Alert; readonly children: ReactNode }) {
  const text = useText().inbox;
  const { organizationId } = usePlace();
  return (
    <li>
      <span>
        <PriorityBadge priority={alert.severity} />{' '}
        <Link
          data-row
          to="/$organizationId/inbox"
          params={{ organizationId }}
          search={{ open: alert.id }}
          preload={false}
        >
          {alert.name}
        </Link>{' '}
        {text.statuses[alert.status]}
      </span>
      {children}
    </li>
  );
}
