import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import {
  connectLive,
  type Live,
  type LiveEvents,
  type LiveName,
  type LiveState,
  type PresentPerson,
} from '../data/live.js';
import { sessionQuery } from '../data/session.js';
import { useText } from '../i18n/reader.js';
import { Badge } from '../ui/index.js';
import { usePlace } from './place.js';
import classes from './shell.module.css';

const LiveContext = createContext<Live | null>(null);

/** Provides the events of the organization in the address while the page is visible. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const { organizationId } = usePlace();
  const [live, setLive] = useState<Live | null>(null);
  useEffect(() => {
    const made = connectLive(organizationId);
    setLive(made);
    return () => made.end();
  }, [organizationId]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

type Heard = { readonly [Name in LiveName]?: (body: LiveEvents[Name]) => void };

interface LiveOptions {
  /** A room to listen to, in addition to the events for the whole organization. */
  readonly room?: string;
  /** Called to read live data again, because missed events are not sent after a gap. */
  readonly onGap: () => void;
}

/** Listens to events while the component is shown. */
export function useLive(heard: Heard, { room, onGap }: LiveOptions): void {
  const live = useContext(LiveContext);
  const current = useRef({ heard, onGap });
  current.current = { heard, onGap };
  const names = Object.keys(heard).sort().join(' ');
  useEffect(() => {
    if (!live) return;
    const ends = names
      .split(' ')
      .filter((name) => name !== '')
      .map((name) => live.on(name as LiveName, (body) => current.current.heard[name as LiveName]?.(body as never)));
    ends.push(live.onGap(() => current.current.onGap()));
    if (room !== undefined) ends.push(live.enter(room));
    return () => ends.forEach((end) => end());
  }, [live, names, room]);
}

/** The delay after the first event of a burst, which is read once, and the minimum interval between reads. */
const burstMs = 40;
const restMs = 250;

/** Reads again when one of these events occurs, or after a gap, but not before the previous read has ended, if `read` returns a promise. */
export function useLiveReads(names: readonly LiveName[], read: () => unknown, room?: string): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef(read);
  current.current = read;
  const state = useRef({ isReading: false, isAsked: false, readAt: -restMs });
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = async (): Promise<void> => {
    timer.current = undefined;
    Object.assign(state.current, { isReading: true, isAsked: false, readAt: performance.now() });
    try {
      await current.current();
    } finally {
      state.current.isReading = false;
      if (state.current.isAsked) soon();
    }
  };
  const soon = (): void => {
    state.current.isAsked = true;
    if (state.current.isReading || timer.current !== undefined) return;
    const rest = state.current.readAt + restMs - performance.now();
    timer.current = setTimeout(() => void begin(), Math.max(burstMs, rest));
  };
  const inRoom = room === undefined ? {} : { room };
  useLive(Object.fromEntries(names.map((name) => [name, soon])), { ...inRoom, onGap: soon });
}

const signs: Readonly<Record<LiveState, string>> = { connecting: '◌', live: '●', reconnecting: '◐', polling: '○' };

/** Shows whether updates arrive automatically. */
export function LiveSign() {
  const live = useContext(LiveContext);
  const text = useText().shell.liveStates;
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => live?.onState(setState), [live]);
  return (
    <span className={classes['live']} data-live={state}>
      <span aria-hidden="true">{signs[state]}</span> {text[state]}
    </span>
  );
}

/** Shows who else has the record of a room open. */
export function OthersHere({ room }: { readonly room: string }) {
  const live = useContext(LiveContext);
  const text = useText().shell;
  const { data: session } = useQuery(sessionQuery);
  const [people, setPeople] = useState<readonly PresentPerson[]>([]);
  useEffect(() => live?.onPeople(room, setPeople), [live, room]);
  const others = people.filter(({ userId }) => userId !== session?.user.id).map(({ name }) => name);
  return (
    <span role="status" data-here={others.length}>
      {others.length > 0 && (
        <Badge sign="◉" tone="warning">
          {text.alsoHere(others.join(', '), others.length)}
        </Badge>
      )}
    </span>
  );
}
