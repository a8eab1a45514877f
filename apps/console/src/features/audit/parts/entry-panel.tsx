import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { copyText } from '../../../data/copy-text.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { Facts, OpenPanel } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { Actions, Button, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { type AuditEvent, entryQuery } from '../queries.js';

interface PanelProps {
  readonly sequence: number;
  readonly onClose: () => void;
}

/** One entry: the actor, the origin, and each field before and after. */
export function EntryPanel({ sequence, onClose }: PanelProps) {
  const text = useAdminText().audit;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { data, error, isPending, refetch } = useQuery(entryQuery(organizationId, sequence));
  const shown = data && readContent(data.content);
  return (
    <OpenPanel title={text.entry(String(sequence))} onClose={onClose}>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{shell.loading}</Loading>}
      {data === null && <Empty title={text.noEntry} />}
      {data && !shown && <Empty title={text.unreadable} />}
      {shown && <Entry event={shown} />}
      {data && (
        <>
          <Facts
            facts={[
              [text.hash, <code>{data.hash}</code>],
              [text.previousHash, <code>{data.previousHash}</code>],
            ]}
          />
          <CopyButton text={JSON.stringify(data)} />
        </>
      )}
    </OpenPanel>
  );
}

/** The hashed content. It may have been tampered with, so parts of it may be missing. */
type Content = Pick<AuditEvent, 'event' | 'resourceType' | 'resourceId' | 'timestamp' | 'actor' | 'summary'> &
  Partial<Pick<AuditEvent, 'context' | 'changes'>>;

/** Returns the content as it was hashed, or `null` if it was changed into something other than an entry. */
function readContent(content: string): Content | null {
  try {
    const read = JSON.parse(content) as Content | null;
    return read && typeof read.summary === 'string' && typeof read.actor === 'object' ? read : null;
  } catch {
    return null;
  }
}

function Entry({ event }: { readonly event: Content }) {
  const text = useAdminText().audit;
  const { organizationId, permissions } = usePlace();
  const { actor, context, resourceType, resourceId, changes } = event;
  const isRule = resourceType === 'rule' && permissions.includes('rules:read');
  return (
    <>
      <p lang="en">
        <strong>{event.summary}</strong>
      </p>
      <Facts
        facts={[
          [text.columns.when, <Time key="timestamp" at={event.timestamp} look="both" />],
          [text.columns.who, `${actor.name ?? actor.id ?? text.nobody} · ${text.actorTypes[actor.type]}`],
          [text.columns.what, <code>{event.event}</code>],
          [text.about, `${resourceType} ${resourceId}`],
          [text.reason, context?.reason],
          [text.address, context?.ipAddress],
          [text.request, context?.requestId && <code>{context.requestId}</code>],
        ]}
      />
      {isRule && (
        <p>
          <Link to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId: resourceId }}>
            {text.openRule}
          </Link>
        </p>
      )}
      <Changes changes={changes ?? {}} />
    </>
  );
}

const shownValue = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

function Changes({ changes }: { readonly changes: AuditEvent['changes'] }) {
  const text = useAdminText().audit;
  const members = Object.entries(changes);
  if (members.length === 0) return <p>{text.noChanges}</p>;
  return (
    <table data-changes>
      <thead>
        <tr>
          <th scope="col">{text.member}</th>
          <th scope="col">{text.before}</th>
          <th scope="col">{text.after}</th>
        </tr>
      </thead>
      <tbody>
        {members.map(([member, { previous, current }]) => (
          <tr key={member}>
            <th scope="row">{member}</th>
            <td className={screen['words']}>{shownValue(previous)}</td>
            <td className={screen['words']}>{shownValue(current)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CopyButton({ text: copied }: { readonly text: string }) {
  const text = useAdminText().audit;
  const [isDone, setDone] = useState(false);
  return (
    <>
      <Actions>
        <Button onClick={() => void copyText(copied).then(setDone)}>
          {isDone ? text.copiedEntry : text.copyEntry}
        </Button>
      </Actions>
      <details>
        <summary>{text.asHashed}</summary>
        <pre className={screen['text']} tabIndex={0} data-hashed>
          {copied}
        </pre>
      </details>
    </>
  );
}
