import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import { clientOf, answerOf } from '../data/client.js';
import { useQuery } from '@tanstack/react-query';
import type { Session } from '../data/session.js';
import { useText } from '../i18n/reader.js';
import { Dialog, inputClass } from '../ui/index.js';
import { usePlace } from './place.js';
import { openScreens } from './screens.js';
import classes from './shell.module.css';

interface Command {
  readonly name: string;
  run(): void;
}

/** Letters as they are compared: small, without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const shownRules = 8;

/** Search and every command, by what they are called. */
export function Palette({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  const text = useText().shell;
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const commands = useCommands(session, asked);
  const found = commands.filter(({ name }) => plain(name).includes(plain(asked)));
  const at = Math.min(chosen, found.length - 1);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') run(found[at]);
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setChosen((at + step + found.length) % found.length);
  };
  return (
    <Dialog title={text.palette} onClose={onClose}>
      <input
        className={inputClass}
        role="combobox"
        aria-label={text.palette}
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={found[at] && `${list}-${at}`}
        value={asked}
        onKeyDown={press}
        onChange={(event) => {
          setAsked(event.target.value);
          setChosen(0);
        }}
      />
      <ul role="listbox" id={list} aria-label={text.palette} className={classes['options']}>
        {found.map((command, index) => (
          <li
            key={command.name}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => run(command)}
          >
            {command.name}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">{text.paletteEmpty}</p>}
    </Dialog>
  );
}

function useCommands(session: Session, asked: string): readonly Command[] {
  const text = useText().shell;
  const navigate = useNavigate();
  const { organizationId, permissions } = usePlace();
  const mayRead = permissions.includes('rules:read');
  const { data } = useQuery({
    queryKey: [organizationId, 'rules', 'search', asked],
    queryFn: ({ signal }) =>
      answerOf(
        clientOf(organizationId).GET('/rules', { params: { query: { search: asked, pageSize: shownRules } }, signal }),
      ),
    enabled: mayRead && asked.length > 1,
  });
  return [
    ...openScreens(permissions).map(({ name, path }) => ({
      name: text.go(text.screens[name]),
      run: () => void navigate({ to: path, params: { organizationId } }),
    })),
    ...session.organizations
      .filter((each) => each.organizationId !== organizationId)
      .map((each) => ({
        name: text.switchTo(`${each.name} · ${text[each.environment]}`),
        run: () => void navigate({ to: '/$organizationId', params: { organizationId: each.organizationId } }),
      })),
    ...(data?.rules ?? []).map(({ id, key, name }) => ({
      name: `${key} – ${name}`,
      run: () => void navigate({ to: '/$organizationId/rules/$ruleId', params: { organizationId, ruleId: id } }),
    })),
  ];
}
