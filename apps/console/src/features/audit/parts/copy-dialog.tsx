import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Actions, Button, Dialog, FailureNotice, inputClass, Notice } from '../../../ui/index.js';
import { readChainAfter } from '../queries.js';

/** Checks whether an entry that somebody has kept is still the same in the trail. */
export function CopyDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().audit;
  const { organizationId } = usePlace();
  const [typed, setTyped] = useState('');
  const comparing = useMutation({
    mutationFn: async () => {
      const { compareCopy, readCopy } = await import('../chain/chain-check.js');
      const copy = readCopy(typed);
      if (!copy) return null;
      const { entries } = await readChainAfter(organizationId, copy.sequence - 1, 1);
      return { state: compareCopy(copy, entries[0]), sequence: copy.sequence };
    },
  });
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!comparing.isPending) comparing.mutate();
  };
  const result = comparing.data;
  return (
    <Dialog title={text.compare} onClose={onClose}>
      <form className={screen['form']} onSubmit={send}>
        <p>{text.compareTells}</p>
        <textarea
          className={inputClass}
          data-focus
          aria-label={text.copyLabel}
          rows={8}
          cols={60}
          required
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            comparing.reset();
          }}
        />
        {comparing.error && <FailureNotice error={comparing.error} />}
        {result === null && <Notice kind="warning">{text.noCopy}</Notice>}
        {result && (
          <Notice kind={result.state === 'same' ? 'good' : 'warning'}>
            <p data-copy={result.state}>{text.copies[result.state](String(result.sequence))}</p>
          </Notice>
        )}
        <Actions>
          <Button look="main" type="submit" disabled={comparing.isPending}>
            {text.compareNow}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
