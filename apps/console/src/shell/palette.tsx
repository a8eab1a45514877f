import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import type { components } from '@tamis/client';
import { clientOf, answerOf } from '../data/client.js';
import { useQuery } from '@tanstack/react-query';
import type { Session } from '../data/session.js';
import { useText } from '../i18n/reader.js';
import { Dialog, FailureNotice, inputClass } from '../ui/index.js';
import { usePlace } from './place.js';
import { usePaused } from './use-paused.js';
import { openScreens } from './screens.js';
import classes from './shell.module.css';

interface Command {
  readonly id: string;
  readonly name: string;
  /** The kind of a record. */
  readonly kind?: string;
  run(): void;
}

/** Returns letters in the form in which they are compared: lower case, without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const longest = 100;

/** Searches records and all commands by name. */
export function Palette({ session, onClose }: { readonly session: Session; readonly onClose: () => void }) {
  const text = useText().shell;
  const [asked, setAsked] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const commands = useCommands(session);
  const records = useRecords(asked);
  const found = [...records.found, ...commands.filter(({ name }) => plain(name).includes(plain(asked)))];
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
            key={command.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => run(command)}
          >
            {command.name} {command.kind !== undefined && <small>{command.kind}</small>}
          </li>
        ))}
      </ul>
      {records.error !== null && <FailureNotice error={records.error} />}
      {found.length === 0 && !records.isFetching && <p role="status">{text.paletteEmpty}</p>}
    </Dialog>
  );
}

/** Returns the records that the server finds for the typed text: one request after each pause, not after each character. */
function useRecords(asked: string) {
  const text = useText().shell;
  const navigate = useNavigate();
  const { organizationId } = usePlace();
  const q = usePaused(asked.trim().slice(0, longest));
  const { data, error, isFetching } = useQuery({
    queryKey: [organizationId, 'search', q],
    queryFn: ({ signal }) => answerOf(clientOf(organizationId).GET('/search', { params: { query: { q } }, signal })),
    enabled: q.length > 1,
  });
  const open = (kind: FoundKind, id: string): void =>
    void {
      transaction: () =>
        navigate({
          to: '/$organizationId/payments/$transactionId/why',
          params: { organizationId, transactionId: id },
        }),
      entity: () => navigate({ to: '/$organizationId/parties/$entityId', params: { organizationId, entityId: id } }),
      rule: () => navigate({ to: '/$organizationId/rules/$ruleId', params: { organizationId, ruleId: id } }),
      case: () => navigate({ to: '/$organizationId/cases/$caseId', params: { organizationId, caseId: id } }),
    }[kind]();
  const found = (q === '' ? [] : (data?.results ?? [])).map(({ kind, id, title, details }): Command => ({
    id,
    name: [title, ...details.slice(0, shownDetails)].join(' – '),
    kind: text.foundKinds[kind],
    run: () => open(kind, id),
  }));
  return { found, error, isFetching: isFetching || q !== asked.trim().slice(0, longest) };
}

type FoundKind = components['schemas']['FoundKind'];

const shownDetails = 2;

function useCommands(session: Session): readonly Command[] {
  const text = useText().shell;
  const navigate = useNavigate();
  const { organizationId, permissions } = usePlace();
  return [
    ...openScreens(permissions).map(({ name, path }) => ({
      id: name,
      name: text.go(text.screens[name]),
      run: () => void navigate({ to: path, params: { organizationId } }),
    })),
    ...session.organizations
      .filter((each) => each.organizationId !== organizationId)
      .map((each) => ({
        id: each.organizationId,
        name: text.switchTo(`${each.name} · ${text[each.environment]}`),
        run: () => void navigate({ to: '/$organizationId', params: { organizationId: each.organizationId } }),
      })),
  ];
}
