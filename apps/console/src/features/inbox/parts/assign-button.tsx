import { useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useRefusal } from '../../../shell/place.js';
import { Button, FailureNotice } from '../../../ui/index.js';
import { assigningNeeds, type OtherKind, useAssigning, workingNeeds } from './use-assigning.js';
import { Ask, Assignee, useFirstAssignees } from './work-dialogs.js';

/** Assigns the open item to a member, to oneself or to nobody. */
export function AssignButton({ kind, id }: { readonly kind: OtherKind; readonly id: string }) {
  const text = useText();
  const missing = useRefusal()(assigningNeeds[kind]);
  const [isAsking, setAsking] = useState(false);
  const needs = workingNeeds[kind];
  const first = useFirstAssignees(needs);
  const [to, setTo] = useState(first[0]![0]);
  const { giving } = useAssigning(kind);
  const ask = (): void => {
    if (missing === null) setAsking(true);
  };
  useKeys({ a: ask });
  const send = (): void => {
    giving.mutate({ id, to });
    setAsking(false);
  };
  return (
    <>
      <Button refused={missing === null ? null : text.shell.needs(missing)} onClick={ask}>
        {text.inbox.actions.assign} <kbd>a</kbd>
      </Button>
      {giving.error && <FailureNotice error={giving.error} />}
      {isAsking && (
        <Ask title={text.inbox.assignOne} label={text.inbox.assign} onSend={send} onClose={() => setAsking(false)}>
          <Assignee value={to} first={first} needs={needs} onChange={setTo} />
        </Ask>
      )}
    </>
  );
}
