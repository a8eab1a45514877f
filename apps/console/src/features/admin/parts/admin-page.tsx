import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import type { AdminMessages } from '../../../i18n/en/admin/index.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Loading } from '../../../ui/index.js';
import classes from '../admin.module.css';
import { settingsPages } from '../../../shell/settings-pages.js';

interface AdminPage {
  readonly permission: string;
  readonly titleOf: (text: AdminMessages) => string;
  readonly Content: () => ReactNode;
  /** Whether it is one of the settings pages, which link to each other. */
  readonly isSetting?: boolean;
}

/** Returns an administration screen. Its texts are loaded together with it. */
export function adminPage({ permission, titleOf, Content, isSetting = true }: AdminPage): () => ReactNode {
  const Titled = () => {
    const title = titleOf(useAdminText());
    return (
      <>
        {isSetting && <SettingsMenu />}
        <Guarded title={title} permission={permission}>
          <Content />
        </Guarded>
      </>
    );
  };
  return function AdminPage() {
    const { loading } = useText().shell;
    return (
      <Suspense fallback={<Loading>{loading}</Loading>}>
        <Titled />
      </Suspense>
    );
  };
}

function SettingsMenu() {
  const text = useAdminText().settings;
  const { organizationId, permissions } = usePlace();
  return (
    <nav className={classes['tabs']} aria-label={text.menu}>
      <ul>
        {settingsPages
          .filter(({ permission }) => permissions.includes(permission))
          .map(({ name, path }) => (
            <li key={name}>
              <Link
                to={path}
                params={{ organizationId }}
                activeProps={{ 'aria-current': 'page' }}
                activeOptions={{ includeSearch: false }}
              >
                {text.pages[name]}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** Head of a screen: its title, its purpose, and its main button. */
export function Head(props: { readonly title: string; readonly tells: string; readonly children?: ReactNode }) {
  return (
    <div className={screen['head']}>
      <div>
        <h1>{props.title}</h1>
        <p>{props.tells}</p>
      </div>
      {props.children}
    </div>
  );
}

/**
 * Returns why a button is disabled, or `null` if it is enabled. `isShared` marks actions that change data which a sandbox shares with
 * production.
 */
export function useRefused(): (permission: string, isShared?: boolean) => string | null {
  const { permissions, environment } = usePlace();
  const { needs } = useText().shell;
  const { onlyInProduction } = useAdminText().settings;
  return (permission, isShared = false) => {
    if (!permissions.includes(permission)) return needs(permission);
    return isShared && environment === 'sandbox' ? onlyInProduction : null;
  };
}
