import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';

import { Refusal, type Retrying, type Waiting } from './link-client.js';

interface StatefulClient<State> {
  state(): Promise<State>;
}

/** What a page knows about the link that was opened. */
export interface Link<State, Client> {
  readonly client: Client;
  /** `null` while it is being loaded. */
  readonly state: State | null;
  /** Whether the server does not know the link, or no longer knows it. */
  readonly isUnknown: boolean;
  readonly waiting: { readonly why: Waiting; readonly retryNow: () => void } | null;
  readonly failure: Refusal | null;
  readonly isBusy: boolean;
  /** Makes a request to the server and shows a refusal. Returns `null` if the server refused. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T | null>;
  readonly setState: (change: (known: State | null) => State | null) => void;
}

interface LinkOptions<State, Client> {
  readonly base: string;
  readonly newClient: (base: string, retrying: Retrying) => Client;
  /** Final state, for a page that is reloaded: the server no longer knows the link by then. */
  readonly ended: State | null;
  readonly isEnded: (state: State) => boolean;
}

/** Loads the state of the opened link and makes the requests of the page. The functions in `options` must not change between renders. */
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
        // The link may have ended in the meantime; its state then says how.
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
