import { useState } from 'react';
import { failureOf } from '../../../data/errors.js';
import { useAdminText } from '../../../i18n/admin.js';
import { Notice } from '../../../ui/index.js';
import { AskDialog } from '../../admin/index.js';
import { type ChildShare, type Shareable, useShare } from '../queries.js';

interface ShareDialogProps {
  readonly shareable: Shareable;
  readonly shares: readonly ChildShare[];
  readonly childrenHere: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

/** Chooses the children that something is shared with. */
export function ShareDialog({ shareable, shares, childrenHere, onClose }: ShareDialogProps) {
  const text = useAdminText().sharing;
  // What was shared when the dialog was opened: undo restores it.
  const [before] = useState(() => shares.map(({ organizationId }) => organizationId));
  const [chosen, setChosen] = useState<readonly string[]>(before);
  const [force, setForce] = useState(false);
  const sharing = useShare(shareable, before, onClose);
  const isSame = chosen.length === before.length && chosen.every((id) => before.includes(id));
  const isInUse = failureOf(sharing.error).code === 'SHARE_IN_USE';
  const losing = shares.filter(({ organizationId, optedIn }) => optedIn && !chosen.includes(organizationId));
  return (
    <AskDialog
      title={text.chooseFor(shareable.name)}
      label={text.share}
      error={isInUse && !force ? null : sharing.error}
      isPending={sharing.isPending}
      refused={isSame ? text.nothingChanged : isInUse && !force ? text.inUseFirst : null}
      onSend={() => sharing.mutate({ childOrganizationIds: chosen, force })}
      onClose={onClose}
    >
      <p>{text.kinds[shareable.kind]}</p>
      {childrenHere.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => {
              setChosen(event.target.checked ? [...chosen, id] : chosen.filter((each) => each !== id));
              sharing.reset();
            }}
          />{' '}
          {name}
        </label>
      ))}
      {losing.length > 0 && <Notice kind="warning">{text.loses(losing.map(({ name }) => name).join(', '))}</Notice>}
      {isInUse && (
        <Notice kind="warning">
          <p>{text.inUse}</p>
          <label>
            <input type="checkbox" checked={force} onChange={(event) => setForce(event.target.checked)} /> {text.force}
          </label>
        </Notice>
      )}
    </AskDialog>
  );
}
