import { useBlocker } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { Actions, Button, Dialog } from '../../../ui/index.js';

/** Asks for confirmation before typed text is lost. */
export function LeaveGuard({ isChanged }: { readonly isChanged: boolean }) {
  const text = useAdminText().settings;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
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
