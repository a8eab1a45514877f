import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ownClient } from '../../../data/client.js';
import { type Session, sessionQuery, setSession } from '../../../data/session.js';

/** The browser did not accept the session cookie, as Safari does over HTTP. */
export class CookieRefused extends Error {}

/**
 * Runs any request that starts a session. The session is then read with the new cookie: if the browser rejected it, nobody is signed in,
 * regardless of the response.
 */
export function useSignIn<Asked>(ask: (client: typeof ownClient, asked: Asked) => Promise<Session>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (asked: Asked) => {
      await ask(ownClient, asked);
      const kept = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
      if (kept === null) throw new CookieRefused();
      return kept;
    },
    onSuccess: (session) => {
      setSession(queries, session);
      // Repeats requests that failed without a session.
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    },
  });
}
