import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useRefusal } from '../../../shell/place.js';
import { Button, FailureNotice, Notice } from '../../../ui/index.js';
import type { InboxSearch } from '../model/inbox-search.js';
import type { useAlertWork } from './use-alert-work.js';
import { assigningNeeds, type OtherKind, useAssigning } from './use-assigning.js';

interface TakeProps {
  readonly search: InboxSearch;
  readonly onGo: (to: InboxSearch, replace?: boolean) => void;
}

/** Takes the most urgent unassigned alert of the filter. */
export function TakeAlert({ work, search, onGo }: TakeProps & { readonly work: ReturnType<typeof useAlertWork> }) {
  const { taking } = work;
  const take = (): void =>
    taking.mutate(search, { onSuccess: ({ alert }) => alert && onGo({ ...search, open: alert.id }, true) });
  const isNone = taking.data?.alert === null;
  const { nothingLeft } = useText().inbox;
  return <TakeNext permission="alerts:assign" onTake={take} taking={taking} told={isNone ? nothingLeft : null} />;
}

/** Takes the unassigned match with the highest score, or the unassigned review that has waited longest. */
export function TakeOther({ kind, search, onGo }: TakeProps & { readonly kind: OtherKind }) {
  const { taking } = useAssigning(kind);
  const take = (): void =>
    taking.mutate(undefined, { onSuccess: ({ id }) => id !== null && onGo({ ...search, open: id }, true) });
  const isNone = taking.data?.id === null;
  const { nothingLeftHere } = useText().inbox;
  return (
    <TakeNext permission={assigningNeeds[kind]} onTake={take} taking={taking} told={isNone ? nothingLeftHere : null} />
  );
}

interface NextProps {
  readonly permission: string;
  readonly onTake: () => void;
  readonly taking: { readonly isPending: boolean; readonly error: unknown };
  /** The message that there was nothing to take. */
  readonly told: string | null;
}

function TakeNext({ permission, onTake, taking, told }: NextProps) {
  const text = useText();
  const missing = useRefusal()(permission);
  const take = (): void => {
    if (!taking.isPending && missing === null) onTake();
  };
  useKeys({ n: take });
  return (
    <>
      <Button look="main" refused={missing === null ? null : text.shell.needs(missing)} onClick={take}>
        {text.inbox.take} <kbd>n</kbd>
      </Button>
      {taking.error ? <FailureNotice error={taking.error} /> : null}
      {told !== null && <Notice kind="good">{told}</Notice>}
    </>
  );
}
