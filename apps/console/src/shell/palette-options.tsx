import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '@tamis/client';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { answerOf, clientOf } from '../data/client.js';
import { useAdminText } from '../i18n/admin.js';
import { useText } from '../i18n/reader.js';
import { FailureNotice } from '../ui/index.js';
import { usePlace } from './place.js';
import { usePaused } from './use-paused.js';
import classes from './shell.module.css';
import { type Command, type ShellActs, useCommands } from './commands.js';

interface PaletteOptionsProps {
  /** Id of the list. */
  readonly list: string;
  readonly asked: string;
  /** Receives what the keys of the search field do. */
  readonly press: RefObject<((event: KeyboardEvent) => void) | null>;
  readonly onActive: (id: string | undefined) => void;
  readonly acts: ShellActs;
  readonly onClose: () => void;
}

/** Returns letters in the form in which they are compared: lower case, without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether the name contains every typed word, in any order. */
function isAsked(name: string, asked: string): boolean {
  const text = plain(name);
  return plain(asked)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The records and commands whose names contain what is asked. */
export function PaletteOptions({ list, asked, press, onActive, acts, onClose }: PaletteOptionsProps) {
  const text = useAdminText().commands;
  const { palette } = useText().shell;
  const [chosen, setChosen] = useState(0);
  const records = useFoundRecords(asked);
  const commands = useCommands(acts);
  const found = [...records.found, ...commands.filter(({ name }) => isAsked(name, asked))];
  const at = Math.min(chosen, found.length - 1);
  const active = found[at] && `${list}-${at}`;
  useEffect(() => setChosen(0), [asked]);
  useEffect(() => onActive(active), [active, onActive]);
  // A long list scrolls with the choice.
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const choose = (command: Command | undefined): void => {
    if (!command) return;
    onClose();
    command.act();
  };
  press.current = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // Enter may also end the composition of a character.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(found[at]);
    if (step === undefined || found.length === 0) return;
    event.preventDefault();
    setChosen((at + step + found.length) % found.length);
  };
  return (
    <>
      <ul role="listbox" id={list} aria-label={palette} className={classes['options']}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => choose(command)}
          >
            {command.name} {command.kind !== undefined && <small>{command.kind}</small>}
          </li>
        ))}
      </ul>
      {records.error !== null && <FailureNotice error={records.error} />}
      {found.length === 0 && !records.isFetching && <p role="status">{text.paletteEmpty}</p>}
    </>
  );
}

type FoundKind = components['schemas']['FoundKind'];

const longest = 100;
const shownDetails = 2;

/** Returns the records that the server finds for the typed text: one request after each pause, not after each character. */
function useFoundRecords(asked: string) {
  const text = useAdminText().commands;
  const navigate = useNavigate();
  const { organizationId } = usePlace();
  const wanted = asked.trim().slice(0, longest);
  const q = usePaused(wanted);
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
  const results = (q === '' ? [] : (data?.results ?? [])).map(({ kind, id, title, details }): Command => ({
    id,
    name: [title, ...details.slice(0, shownDetails)].join(' – '),
    kind: text.foundKinds[kind],
    act: () => open(kind, id),
  }));
  const isOutdated = q !== wanted;
  // Enter must not open a record that was found for less than was typed.
  const found = isOutdated ? results.filter(({ name }) => isAsked(name, wanted)) : results;
  return { found, error, isFetching: isFetching || isOutdated };
}
