import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../../data/browser-storage.js';
import { usePlace } from '../../../shell/place.js';

const pauseMs = 300;

/** Loads the unsaved text from an earlier visit, and keeps the text that is typed now. */
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
    /** Whether the latest typed text has been stored on the device. */
    isKept,
    keep: (text: string, version: number): void => {
      setKept(false);
      pending.current = () =>
        void keepDraft(organizationId, ruleId, { text, version, at: Date.now() }).then(() =>
          // Text typed in the meantime has not been stored yet.
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
