import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';

import { type Ending, endingOf, type SessionState } from '../model/flow.js';
import { type Ended, Refusal, SessionClient, type Waiting } from './session-client.js';
import type { TabMemory } from './tab-memory.js';

export interface Session {
  readonly client: SessionClient;
  /** Null while it is asked for. */
  readonly state: SessionState | null;
  readonly ending: Ending | null;
  readonly waiting: { readonly why: Waiting; readonly retryNow: () => void } | null;
  readonly failure: Refusal | null;
  readonly isBusy: boolean;
  /** Does something with the server; what it refuses is shown. Null where it did. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>;
  readonly change: (part: Partial<SessionState>) => void;
  readonly end: (ended: Ended) => void;
}

/** The session of the link that was opened. */
export function useSession(base: string, memory: TabMemory): Session {
  const [state, setState] = useState(() => memory.read().ended);
  const [isUnknown, setUnknown] = useState(false);
  const [waiting, setWaiting] = useState<Session['waiting']>(null);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const client = useMemo(
    () =>
      new SessionClient(base, {
        onWaiting: (why, retryNow) => setWaiting(why === null ? null : { why, retryNow }),
      }),
    [base],
  );
  const run = useCallback(
    async <T>(work: () => Promise<T>): Promise<T | null> => {
      setBusy(true);
      setFailure(null);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // The link may have ended meanwhile: then the server says how.
        const now = await client.state().catch(() => null);
        if (now === null) setUnknown(true);
        else setState(now);
        if (now !== null && endingOf(now.status) === null) setFailure(error);
        return null;
      } finally {
        setBusy(false);
      }
    },
    [client],
  );
  useEffect(() => {
    if (memory.read().ended === null) void run(() => client.state()).then((found) => found && setState(found));
  }, [client, run, memory]);
  const change = (part: Partial<SessionState>): void => setState((known) => known && { ...known, ...part });
  const end = (ended: Ended): void => {
    if (state === null) return;
    const last = { ...state, ...ended };
    setState(last);
    if (endingOf(last.status) !== null) memory.keep({ ended: { ...last, personFirstName: null } });
  };
  const ending = isUnknown ? 'unknown' : state && endingOf(state.status);
  return { client, state, ending, waiting, failure, isBusy, run, change, end };
}
