import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ownClient } from '../../../data/client.js';
import { type Session, sessionQuery, setSession } from '../../../data/session.js';

/** The browser took the cookie of no session: Safari does so over http. */
export class CookieRefused extends Error {}

/**
 * Anything that begins a session. The session is read once more, by the cookie that was set: where it was refused, nobody is signed in,
 * whatever the answer said.
 */
export function useSignIn<Asked>(ask: (client: typeof ownClient, asked: Asked) => Promise<Session>) {
  const queries = useQueryClient();
  return useMutation({
    meta: { isPublic: true },
    mutationFn: async (asked: Asked) => {
      await ask(ownClient, asked);
      const kept = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
      if (kept === null) throw new CookieRefused();
      return kept;
    },
    onSuccess: (session) => {
      setSession(queries, session);
      // What failed for want of a session is asked again.
      void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    },
  });
}
