import { useEffect, useReducer } from 'react';
import { failureOf } from '../data/errors.js';
import { useText } from '../i18n/reader.js';

const secondMs = 1_000;

/** Returns the remaining seconds that the server requires before the request is repeated; `null` if it requires none. */
export function useWait(error: unknown): number | null {
  const until = failureOf(error).retryAt?.getTime() ?? null;
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => {
      tick();
      if (Date.now() >= until) clearInterval(timer);
    }, secondMs);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(0, Math.ceil((until - Date.now()) / secondMs));
}

/** Returns the reason why a failed request cannot be repeated yet; `null` if it can. */
export function useWaitRefusal(error: unknown): string | null {
  const { notYet } = useText().errors;
  return (useWait(error) ?? 0) > 0 ? notYet : null;
}
