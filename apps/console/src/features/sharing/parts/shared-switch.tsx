import { useAdminText } from '../../../i18n/admin.js';
import { Actions, Button, FailureNotice, Notice } from '../../../ui/index.js';
import { useRefused } from '../../admin/index.js';
import { type Shareable, switchPermissions, useSharedSwitch } from '../queries.js';

interface SharedSwitchProps extends Shareable {
  readonly isUsed: boolean;
}

/** Says whether something of the parent is in use here, and changes that. */
export function SharedSwitch({ isUsed, ...shareable }: SharedSwitchProps) {
  const text = useAdminText().sharing;
  const refusal = useRefused()(switchPermissions[shareable.kind]);
  const switching = useSharedSwitch();
  return (
    <Notice kind={isUsed ? 'good' : 'warning'}>
      <p>
        {text.ofParent} {isUsed ? text.usedHere : text.notUsedHere}
      </p>
      <Actions>
        <Button
          refused={refusal}
          disabled={switching.isPending}
          onClick={() => switching.mutate({ ...shareable, isUsed: !isUsed })}
        >
          {isUsed ? text.stopUsing : text.use}
        </Button>
      </Actions>
      {switching.error && <FailureNotice error={switching.error} />}
    </Notice>
  );
}
