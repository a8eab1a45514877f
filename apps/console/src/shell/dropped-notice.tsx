import { useState } from 'react';
import { useAdminText } from '../i18n/admin.js';
import { useText } from '../i18n/reader.js';
import { Actions, Button, Notice } from '../ui/index.js';

/** Says which values of the address the page did not understand, so that it does not silently show something else. */
export function DroppedNotice({ names }: { readonly names: readonly string[] }) {
  const { shell } = useText();
  const text = useAdminText().views;
  const [isRead, setRead] = useState(false);
  if (isRead) return null;
  return (
    <Notice kind="warning">
      <p>{text.dropped(names.join(', '))}</p>
      <Actions>
        <Button look="quiet" onClick={() => setRead(true)}>
          {shell.close}
        </Button>
      </Actions>
    </Notice>
  );
}
