import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { answerOf, ownClient } from '../data/client.js';
import { type Session, setSession } from '../data/session.js';
import { applyTheme, changeSettings, readSettings, type Settings } from '../data/browser-storage.js';
import { type Language, languages } from '../i18n/languages.js';
import { useReader } from '../i18n/reader.js';
import { Button, FailureNotice, inputClass } from '../ui/index.js';
import classes from './shell.module.css';

interface AccountMenuProps {
  readonly session: Session;
  readonly signOut: ReturnType<typeof useSignOut>;
  readonly onKeys: () => void;
  readonly onPassword: () => void;
}

export function AccountMenu({ session, signOut, onKeys, onPassword }: AccountMenuProps) {
  const { text, language, choose } = useReader();
  const menu = useRef<HTMLDetailsElement>(null);
  const close = useClosing(menu);
  const [theme, setTheme] = useState(readSettings().theme);
  const chooseTheme = (chosen: Settings['theme']): void => {
    setTheme(changeSettings({ theme: chosen }).theme);
    applyTheme(chosen);
  };
  return (
    <details ref={menu} className={classes['account']} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <summary aria-label={`${text.shell.account}: ${session.user.displayName}`}>{session.user.displayName}</summary>
      <div className={classes['menu']}>
        <span>{session.user.email}</span>
        <label>
          {text.shell.language}
          <select className={inputClass} value={language} onChange={(event) => choose(event.target.value as Language)}>
            {Object.entries(languages).map(([code, name]) => (
              <option key={code} value={code} lang={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.shell.theme}
          <select
            className={inputClass}
            value={theme}
            onChange={(event) => chooseTheme(event.target.value as Settings['theme'])}
          >
            {Object.entries(text.shell.themes).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={() => (close(), onKeys())}>
          {text.shell.keys} <kbd>?</kbd>
        </Button>
        <Button onClick={() => (close(), onPassword())}>{text.shell.changePassword}</Button>
        <Button onClick={() => signOut.mutate('here')}>{text.shell.signOut}</Button>
        <Button onClick={() => signOut.mutate('everywhere')}>{text.shell.signOutEverywhere}</Button>
        {signOut.error && <FailureNotice error={signOut.error} />}
      </div>
    </details>
  );
}

/** Closes the menu when the person turns to something else. The returned function closes it and moves the focus to its name. */
function useClosing(menu: RefObject<HTMLDetailsElement | null>): () => void {
  useEffect(() => {
    const turn = ({ target }: Event): void => {
      if (menu.current?.open && !menu.current.contains(target as Node)) menu.current.open = false;
    };
    const kinds = ['pointerdown', 'focusin'];
    for (const kind of kinds) addEventListener(kind, turn);
    return () => kinds.forEach((kind) => removeEventListener(kind, turn));
  }, [menu]);
  return () => {
    if (!menu.current) return;
    menu.current.open = false;
    menu.current.querySelector('summary')?.focus();
  };
}

/** Ends the session of this browser and, on request, all others. */
export function useSignOut() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (where: 'here' | 'everywhere') => {
      if (where === 'everywhere') {
        const { sessions } = await answerOf(ownClient.GET('/auth/sessions'));
        for (const { id, isCurrent } of sessions)
          if (!isCurrent) await answerOf(ownClient.DELETE('/auth/sessions/{id}', { params: { path: { id } } }));
      }
      await answerOf(ownClient.POST('/auth/sign-out', {}));
    },
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      queries.clear();
      setSession(queries, null);
    },
  });
}
