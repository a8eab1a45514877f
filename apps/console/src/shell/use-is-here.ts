import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';

/** Returns a function that tells whether the page of the last render is still open, or about to be replaced. */
export function useIsHere(): () => boolean {
  const router = useRouter();
  const seen = useRef('');
  // While the next page is loading, this one is still rendered.
  seen.current = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  });
  return useCallback(() => router.latestLocation.pathname === seen.current, [router]);
}

/** Like `useNavigate`, for what follows a request: whoever has opened another page meanwhile stays there. */
export function useNavigateIfHere(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return useCallback(async (options) => (isHere() ? navigate(options) : undefined), [isHere, navigate]);
}
