import { useBlocker } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { Actions, Button, Dialog } from '../../../ui/index.js';

interface GuardProps {
  readonly isChanged: boolean;
  /** Whether the form is the open record of the address, so that opening another one loses it too. */
  readonly isOfOpen?: boolean;
}

const openOf = ({ search }: { readonly search: object }): unknown => (search as { readonly open?: unknown }).open;

/** Asks for confirmation before typed text is lost. */
export function LeaveGuard({ isChanged, isOfOpen = false }: GuardProps) {
  const text = useAdminText().settings;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && (current.pathname !== next.pathname || (isOfOpen && openOf(current) !== openOf(next))),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog title={text.leaveTitle} onClose={blocker.reset}>
      <p>{text.leaveTells}</p>
      <Actions>
        <Button look="main" onClick={blocker.reset}>
          {text.stay}
        </Button>
        <Button onClick={blocker.proceed}>{text.leave}</Button>
      </Actions>
    </Dialog>
  );
}
