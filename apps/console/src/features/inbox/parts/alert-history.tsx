import type { components } from '@tamis/client';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { AssigneeName } from './assignee-name.js';

type Note = components['schemas']['NoteDto'];
type Event = components['schemas']['AuditEventDto'];

interface AlertHistoryProps {
  readonly notes: readonly Note[];
  readonly events: readonly Event[];
}

/** The actions of users and rules on an alert and its notes, newest first. */
export function AlertHistory({ notes, events }: AlertHistoryProps) {
  const text = useAdminText().work;
  const { cases } = useText();
  // Notes are listed themselves, so their events are left out.
  const done = events.filter(({ event }) => !event.includes('note'));
  const lines = [
    ...notes.map(({ id, createdAt, author, body }) => {
      return { id, at: createdAt, who: author.name, what: cases.wrote, quote: body };
    }),
    ...done.map(({ id, timestamp, event, actor, context }) => {
      const who = actor.name ?? (actor.type === 'user' ? <AssigneeName id={actor.id} /> : text.actors[actor.type]);
      const what = text.events[event] ?? text.changed;
      return { id, at: timestamp, who, what, quote: context.reason };
    }),
  ].sort((one, other) => other.at.localeCompare(one.at));
  return (
    <section aria-label={text.history} data-history>
      <h3>{text.history}</h3>
      <ul>
        {lines.map(({ id, at, who, what, quote }) => (
          <li key={id}>
            <time className={screen['soft']} dateTime={at}>
              <Time at={at} />
            </time>{' '}
            {who} {what}
            {quote !== null && <blockquote>{quote}</blockquote>}
          </li>
        ))}
      </ul>
    </section>
  );
}
