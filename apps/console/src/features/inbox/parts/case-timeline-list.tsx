import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { Time } from '../../../shell/time.js';
import { Badge, FailureNotice, Loading } from '../../../ui/index.js';
import { DecisionBadge, evaluationQuery, RuleOutcomes } from '../../transactions/index.js';
import classes from '../case.module.css';
import type { CaseEvent } from '../model/case-timeline.js';
import type { CaseSearch } from '../model/inbox-search.js';
import { AssigneeName } from './assignee-name.js';
import { todayQuery } from './case-queries.js';
import { PriorityBadge } from './work-list.js';

interface TimelineProps {
  readonly caseId: string;
  readonly events: readonly CaseEvent[];
  readonly search: CaseSearch;
}

/** Shows the events, oldest first; for decisions, shows what each rule knew then, and what today's rules would decide. */
export function CaseTimelineList({ caseId, events, search }: TimelineProps) {
  return (
    <ol className={classes['timeline']}>
      {events.map((event) => (
        <li key={event.id} data-event={event.kind} data-alert={event.alert?.id}>
          <Time at={event.at} />
          <div>
            <Told event={event} />
            {event.kind === 'decision' && event.alert?.evaluationId != null && (
              <Decision
                caseId={caseId}
                evaluationId={event.alert.evaluationId}
                alertId={event.alert.id}
                search={search}
              />
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function Told({ event }: { readonly event: CaseEvent }) {
  const text = useText();
  const { alert, body, reason, status } = event;
  const who = event.byName ?? <AssigneeName id={event.byId} />;
  const statuses: Readonly<Record<string, string>> = text.inbox.statuses;
  const events: Readonly<Record<string, string>> = text.cases.events;
  if (event.kind === 'decision' && alert)
    return (
      <p>
        <PriorityBadge priority={alert.severity} /> {text.cases.raised} <strong>{alert.name}</strong>
      </p>
    );
  if (event.kind === 'note')
    return (
      <>
        <p>
          {who} {text.cases.wrote}
        </p>
        <blockquote>{body}</blockquote>
      </>
    );
  if (alert)
    return (
      <p>
        {who} {event.kind === 'acknowledged' ? text.cases.acknowledged : text.cases.resolved} <em>{alert.name}</em>
        {event.kind === 'resolved' && alert.resolution && <> · {text.inbox.resolutions[alert.resolution]}</>}
      </p>
    );
  return (
    <>
      <p>
        {who} {events[event.event ?? ''] ?? text.cases.changed}
        {status !== null && <> · {statuses[status] ?? status}</>}
      </p>
      {reason !== null && <blockquote>{reason}</blockquote>}
    </>
  );
}

interface DecisionProps {
  readonly caseId: string;
  readonly evaluationId: string;
  readonly alertId: string;
  readonly search: CaseSearch;
}

function Decision({ caseId, evaluationId, alertId, search }: DecisionProps) {
  const text = useText().cases;
  const { organizationId, permissions } = usePlace();
  const isOpen = search.at === alertId;
  const { at: _, ...rest } = search;
  return (
    <div className={classes['decision']}>
      {permissions.includes('rules:execute') && <Today evaluationId={evaluationId} />}
      <Link
        to="/$organizationId/cases/$caseId"
        params={{ organizationId, caseId }}
        search={isOpen ? rest : { ...search, at: alertId }}
        aria-expanded={isOpen}
        role="button"
        replace
        resetScroll={false}
      >
        {text.knewThen}
      </Link>
      {isOpen && <Then evaluationId={evaluationId} />}
    </div>
  );
}

/** Shows the outcome of every rule at that time, and the values that it used. */
function Then({ evaluationId }: { readonly evaluationId: string }) {
  const text = useText();
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(evaluationQuery(organizationId, evaluationId));
  if (error && !data) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading>{text.shell.loading}</Loading>;
  return <RuleOutcomes evaluation={data.evaluation} />;
}

/** Requested when it becomes visible. */
function Today({ evaluationId }: { readonly evaluationId: string }) {
  const text = useText();
  const { organizationId } = usePlace();
  const [isSeen, setSeen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  const { data, error, refetch } = useQuery(todayQuery(organizationId, evaluationId, isSeen));
  const then = data?.original.decision;
  const now = data?.replayed.decision;
  return (
    <span ref={place} className={classes['today']} data-today={now}>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!data && !error && text.cases.asking}
      {then && now && (
        <>
          {text.cases.then} <DecisionBadge decision={then} /> {text.cases.today}{' '}
          {then === now ? <Badge sign="=">{text.cases.same}</Badge> : <DecisionBadge decision={now} />}
        </>
      )}
    </span>
  );
}
