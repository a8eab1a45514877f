import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';

import { Refusal, type Retrying, type Waiting } from './link-client.js';

interface StatefulClient<State> {
  state(): Promise<State>;
}

/** What a page knows of the link that was opened. */
export interface Link<State, Client> {
  readonly client: Client;
  /** Null while it is asked for. */
  readonly state: State | null;
  /** The server knows no such link, or not any more. */
  readonly isUnknown: boolean;
  readonly waiting: { readonly why: Waiting; readonly retryNow: () => void } | null;
  readonly failure: Refusal | null;
  readonly isBusy: boolean;
  /** Does something with the server; what it refuses is shown. Null where it did. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>;
  readonly setState: (change: (known: State | null) => State | null) => void;
}

interface LinkOptions<State, Client> {
  readonly base: string;
  readonly newClient: (base: string, retrying: Retrying) => Client;
  /** How it ended, of a page that is loaded again: the server does not know the link any more then. */
  readonly ended: State | null;
  readonly isEnded: (state: State) => boolean;
}

/** Asks what the link that was opened is about, and does with the server what is done on the page. The functions given stay the same. */
export function useLink<State, Client extends StatefulClient<State>>(
  options: LinkOptions<State, Client>,
): Link<State, Client> {
  const { base, newClient, isEnded } = options;
  const [ended] = useState(options.ended);
  const [state, setState] = useState(ended);
  const [isUnknown, setUnknown] = useState(false);
  const [waiting, setWaiting] = useState<Link<State, Client>['waiting']>(null);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const client = useMemo(
    () =>
      newClient(base, {
        onWaiting: (why, retryNow) => setWaiting(why === null ? null : { why, retryNow }),
      }),
    [base, newClient],
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
        if (now !== null && !isEnded(now)) setFailure(error);
        return null;
      } finally {
        setBusy(false);
      }
    },
    [client, isEnded],
  );
  useEffect(() => {
    if (ended === null) void run(() => client.state()).then((found) => found && setState(found));
  }, [client, run, ended]);
  return { client, state, isUnknown, waiting, failure, isBusy, run, setState };
}
