import { type ReactNode, useEffect } from 'react';
import { useText } from '../i18n/reader.js';
import { Empty } from '../ui/index.js';
import { usePlace } from './place.js';

interface GuardedProps {
  readonly title: string;
  readonly permission: string;
  readonly children: ReactNode;
}

/** Shows a screen, and sets its name as the page title; without the permission to read it, shows which permission is missing. */
export function Guarded({ title, permission, children }: GuardedProps) {
  const text = useText().shell;
  const { name, environment, permissions } = usePlace();
  useEffect(() => {
    document.title = `${title} – ${name}${environment === 'sandbox' ? ` (${text.sandbox})` : ''} – Tamis`;
  }, [title, name, environment, text]);
  if (permissions.includes(permission)) return children;
  return (
    <>
      <h1>{title}</h1>
      <Empty title={text.missingPermission}>
        <p>{text.missingPermissionTells(permission)}</p>
      </Empty>
    </>
  );
}
