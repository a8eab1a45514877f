import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, ownClient } from './client.js';
import { endsSession, hasStatus, isTransient } from './errors.js';

const readSession = async () => {
  try {
    return await answerOf(ownClient.GET('/auth/session'));
  } catch (error) {
    if (hasStatus(error, 401)) return null;
    throw error;
  }
};

export type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>;
export type Place = Session['organizations'][number];

/** The signed-in user, or `null` if there is none. Another tab may have changed that. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: 60_000,
  refetchOnWindowFocus: true,
});

/** Minimum length of a new password. */
export const passwordCharacters = 12;

export const setSession = (queries: QueryClient, session: Session | null): void => {
  queries.setQueryData(sessionQuery.queryKey, session);
};

/** Creates the cache of responses. A response saying that the session has ended makes the shell ask the user to sign in again. */
export function newQueryClient(): QueryClient {
  const onError = (error: unknown): void => {
    if (endsSession(error)) queries.setQueryData(sessionQuery.queryKey, null);
    // The role may have changed since it was read.
    if (hasStatus(error, 403)) void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 2 && isTransient(error),
      },
    },
  });
  return queries;
}
