import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Button, FailureNotice, Notice } from '../../../ui/index.js';
import type { ChainResult } from '../chain/chain-check.js';
import { readChainAfter } from '../queries.js';
import { CopyDialog } from './copy-dialog.js';

const verifyKey = 'v';

/** Recomputes the hashes of the trail in the browser, without trusting anything that the server claims about itself. */
export function ChainBar({ onOpen }: { readonly onOpen: (sequence: number) => void }) {
  const text = useAdminText().audit;
  const formats = useFormats();
  const [isComparing, setComparing] = useState(false);
  const { verifying, progress, begin } = useVerification();
  useKeys({ [verifyKey]: begin });
  const result = verifying.data;
  return (
    <>
      <div className={screen['filters']}>
        <Button look="main" disabled={verifying.isPending} onClick={begin}>
          {verifying.isPending ? text.verifying(formats.share(progress)) : text.verify} <kbd>{verifyKey}</kbd>
        </Button>
        <Button onClick={() => setComparing(true)}>{text.compare}</Button>
      </div>
      {verifying.error && <FailureNotice error={verifying.error} retry={begin} />}
      {result && <Verified result={result} onOpen={onOpen} />}
      {isComparing && <CopyDialog onClose={() => setComparing(false)} />}
    </>
  );
}

function Verified({ result, onOpen }: { readonly result: ChainResult; readonly onOpen: (sequence: number) => void }) {
  const text = useAdminText().audit;
  const formats = useFormats();
  const { entries, head, fault } = result;
  if (!fault)
    return (
      <Notice kind="good">
        <p data-chain="whole">{text.whole(formats.number(entries))}</p>
        <p>
          {text.head} <code>{`${head.sequence}:${head.hash}`}</code>
        </p>
      </Notice>
    );
  return (
    <Notice kind="warning">
      <p data-chain="broken">
        <strong>{text.broken(formats.number(fault.sequence))}</strong> {text.faults[fault.kind]}
      </p>
      {fault.sequence <= head.sequence && (
        <p>
          <Button onClick={() => onOpen(fault.sequence)}>{text.openEntry(formats.number(fault.sequence))}</Button>
        </p>
      )}
    </Notice>
  );
}

function useVerification() {
  const { organizationId } = usePlace();
  const [progress, setProgress] = useState(0);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  const verifying = useMutation({
    mutationFn: async () => {
      setProgress(0);
      const { checkChain } = await import('../chain/chain-check.js');
      return checkChain(
        (after) => readChainAfter(organizationId, after),
        async (checked, of) => {
          setProgress(of === 0 ? 1 : checked / of);
          await new Promise((resolve) => setTimeout(resolve));
          return isShown.current;
        },
      );
    },
  });
  const begin = (): void => {
    if (!verifying.isPending) verifying.mutate();
  };
  return { verifying, progress, begin };
}
