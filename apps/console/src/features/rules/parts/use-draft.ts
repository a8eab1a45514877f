import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../../data/browser-storage.js';
import { usePlace } from '../../../shell/place.js';

const pauseMs = 300;

/** The text that was left unsaved when the page was opened, and keeping the one that is typed now. */
export function useDraft(ruleId: string) {
  const { organizationId } = usePlace();
  const queries = useQueryClient();
  const queryKey = [organizationId, 'draft', ruleId];
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<(() => void) | null>(null);
  const [isKept, setKept] = useState(false);
  const found = useQuery({
    queryKey,
    queryFn: async () => (await readDraft(organizationId, ruleId)) ?? null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const flush = (): void => {
    clearTimeout(timer.current);
    pending.current?.();
    pending.current = null;
  };
  useEffect(() => {
    const leave = (): void => flush();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return {
    found: found.data ?? null,
    isRead: !found.isPending,
    /** The text that was typed last is on the device. */
    isKept,
    keep: (text: string, version: number): void => {
      setKept(false);
      pending.current = () =>
        void keepDraft(organizationId, ruleId, { text, version, at: Date.now() }).then(() =>
          // What was typed meanwhile is not kept yet.
          setKept(pending.current === null),
        );
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, pauseMs);
    },
    drop: async (): Promise<void> => {
      clearTimeout(timer.current);
      pending.current = null;
      await dropDraft(organizationId, ruleId);
      queries.setQueryData(queryKey, null);
    },
  };
}
