import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { loadCode } from '../data/load-code.js';
import { copyText } from '../data/copy-text.js';
import type { Session } from '../data/session.js';
import { useText } from '../i18n/reader.js';
import { Button, inputClass } from '../ui/index.js';
import { AccountMenu, useSignOut } from './account-menu.js';
import { useKeys } from './keys.js';
import { LiveSign } from './live.js';
import { Palette } from './palette.js';
import { usePlace } from './place.js';
import { openScreens, type Screen } from './screens.js';
import classes from './shell.module.css';
import { Toast, useUndo } from './undo.js';

const product = 'Tamis';
const paletteKey = 'Ctrl K';

/** Loaded when it is first opened. */
const KeyList = lazy(async () => ({ default: (await loadCode(() => import('./key-list.js'))).KeyList }));

const DroppedNotice = lazy(async () => ({
  default: (await loadCode(() => import('./saved-views.js'))).DroppedNotice,
}));

/** The address with which the console was opened, before unknown values are removed from it. */
const opened = new URL(location.href);

type Above = 'palette' | 'keys' | 'password' | null;

/** Part of the access feature, which this part of the console must not import. */
export type PasswordDialogType = ComponentType<{ readonly email: string; readonly onClose: () => void }>;

interface FrameProps {
  readonly session: Session;
  readonly PasswordDialog: PasswordDialogType;
  readonly children: ReactNode;
}

/** Returns the names of the values in the first address that its page did not accept. */
function useDropped(): readonly string[] {
  const router = useRouter();
  const [dropped] = useState(() => {
    const { location: shown, matches } = router.state;
    const page = matches.at(-1);
    const known: object = page?.search ?? {};
    const usual = page?.staticData.usual ?? {};
    // Later addresses are made by pages.
    if (!opened.pathname.endsWith(shown.pathname)) return [];
    const given = [...opened.searchParams].filter(([name, value]) => usual[name] !== value);
    return [...new Set(given.map(([name]) => name).filter((name) => !(name in known)))];
  });
  return dropped;
}

/** Shows the menu, the top bar and the area above the page. */
export function Frame({ session, PasswordDialog, children }: FrameProps) {
  const text = useText().shell;
  const place = usePlace();
  const navigate = useNavigate();
  const [above, setAbove] = useState<Above>(null);
  const [isCopied, copyLink] = useCopyLink();
  const undo = useUndo();
  const signOut = useSignOut();
  const dropped = useDropped();
  const shown = openScreens(place.permissions);
  const params = { organizationId: place.organizationId };
  useKeys({
    'mod+k': () => setAbove('palette'),
    '?': () => setAbove('keys'),
    y: copyLink,
    z: () => undo.takeBack(),
    'g z': () => void navigate({ to: '/$organizationId/recent', params }),
    ...Object.fromEntries(shown.map(({ key, path }) => [`g ${key}`, () => void navigate({ to: path, params })])),
  });
  return (
    <div className={classes['frame']}>
      <a className={classes['skip']} href="#main">
        {text.skip}
      </a>
      <header className={classes['head']}>
        <div className={classes['band']} data-environment={place.environment}>
          {place.environment === 'sandbox' && text.sandboxTells}
        </div>
        <div className={classes['bar']}>
          <span className={classes['brand']}>{product}</span>
          <OrganizationChoice session={session} />
          <span className={classes['grow']}>
            <Button className={classes['search']} onClick={() => setAbove('palette')}>
              {text.palette} <kbd>{paletteKey}</kbd>
            </Button>
          </span>
          <LiveSign />
          <AccountMenu
            session={session}
            signOut={signOut}
            onKeys={() => setAbove('keys')}
            onPassword={() => setAbove('password')}
          />
        </div>
      </header>
      <Rail shown={shown} />
      <main className={classes['main']} id="main" tabIndex={-1}>
        {dropped.length > 0 && (
          <Suspense>
            <DroppedNotice names={dropped} />
          </Suspense>
        )}
        {children}
      </main>
      <AboveDialog {...{ session, above, setAbove, copyLink, signOut, PasswordDialog }} />
      <div role="status" aria-live="polite">
        {isCopied && <p className={classes['toast']}>{text.copied}</p>}
      </div>
      <Toast />
    </div>
  );
}

function Rail({ shown }: { readonly shown: readonly Screen[] }) {
  const text = useText().shell;
  const { organizationId } = usePlace();
  return (
    <nav className={classes['rail']} aria-label={text.menu}>
      <ul>
        {shown.map(({ name, path, key }) => (
          <li key={name}>
            <Link
              to={path}
              params={{ organizationId }}
              activeProps={{ 'aria-current': 'page' }}
              // Other operator screens are below this one.
              activeOptions={{ includeSearch: false, exact: name === 'operations' }}
            >
              {text.screens[name]} <kbd>g {key}</kbd>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface AboveProps {
  readonly session: Session;
  readonly above: Above;
  readonly setAbove: (above: Above) => void;
  readonly copyLink: () => void;
  readonly signOut: ReturnType<typeof useSignOut>;
  readonly PasswordDialog: PasswordDialogType;
}

/** The dialog above the page, if there is one. */
function AboveDialog({ session, above, setAbove, copyLink, signOut, PasswordDialog }: AboveProps) {
  const undo = useUndo();
  const close = (): void => setAbove(null);
  if (above === 'palette')
    return (
      <Palette
        acts={{
          session,
          mayUndo: undo.acts.some(({ undo: back, state }) => back !== null && state === 'done'),
          undo: undo.takeBack,
          copyLink,
          showKeys: () => setAbove('keys'),
          changePassword: () => setAbove('password'),
          signOut: signOut.mutate,
        }}
        onClose={close}
      />
    );
  return (
    <Suspense>
      {above === 'keys' && <KeyList onClose={close} />}
      {above === 'password' && <PasswordDialog email={session.user.email} onClose={close} />}
    </Suspense>
  );
}

function OrganizationChoice({ session }: { readonly session: Session }) {
  const text = useText().shell;
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  return (
    <select
      className={inputClass}
      aria-label={text.organization}
      value={organizationId}
      onChange={(event) => void navigate({ to: '/$organizationId', params: { organizationId: event.target.value } })}
    >
      {session.organizations.map((each) => (
        <option key={each.organizationId} value={each.organizationId}>
          {each.name} · {text[each.environment]}
        </option>
      ))}
    </select>
  );
}

const shownMs = 2_000;

/** The address contains the state, so that a link shows the same to others. */
function useCopyLink(): readonly [boolean, () => void] {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => {
    void copyText(location.href).then((isDone) => {
      if (!isDone) return;
      setCopied(true);
      setTimeout(() => setCopied(false), shownMs);
    });
  };
  return [isCopied, copy];
}
