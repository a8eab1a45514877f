import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { Actions, Button, Dialog, Field, inputClass } from '../../../ui/index.js';
import classes from '../inbox.module.css';
import { useMembers, useOwnId, useTeams } from './assignee-name.js';
import type { Act } from './use-alert-work.js';

const resolutions = ['CONFIRMED_RISK', 'FALSE_POSITIVE', 'NOT_RELEVANT', 'DUPLICATE', 'OTHER'] as const;

interface AskProps {
  readonly title: string;
  readonly label: string;
  readonly onSend: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form; `Ctrl Enter` submits it from any field. */
export function Ask({ title, label, onSend, onClose, children }: AskProps) {
  const send = (event: FormEvent | KeyboardEvent): void => {
    event.preventDefault();
    onSend();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={classes['form']}
        onSubmit={send}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event);
        }}
      >
        {children}
        <Actions>
          <Button look="main" type="submit">
            {label}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

interface ReasonProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isRequired?: boolean;
  readonly label?: string;
}

export function Reason({ value, onChange, isRequired = false, label }: ReasonProps) {
  const text = useText().inbox;
  return (
    <label className={classes['block']}>
      {label ?? text.reason}
      <textarea
        className={inputClass}
        value={value}
        required={isRequired}
        maxLength={4000}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

interface AssigneeProps {
  readonly value: string;
  /** The options before the other members: values and their texts. */
  readonly first: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
  /** Whether teams are included, as `team <id>`. */
  readonly withTeams?: boolean;
}

/** Returns the assignment for a value of `Assignee`. */
export function assignmentOf(value: string): { readonly assignedTo: string; readonly assignedToType?: 'team' } {
  const [word, id] = value.split(' ');
  return id === undefined
    ? { assignedTo: value }
    : { assignedTo: id, ...(word === 'team' && { assignedToType: word }) };
}

/** Selects the assignee. */
export function Assignee({ value, first, onChange, withTeams = false }: AssigneeProps) {
  const text = useText().inbox;
  const own = useOwnId();
  const members = useMembers().filter(({ id }) => id !== own);
  const teams = useTeams().map(({ id, name }) => [`team ${id}`, text.team(name)] as const);
  const all = [...first, ...members.map(({ id, name }) => [id, name] as const), ...(withTeams ? teams : [])];
  return (
    <label className={classes['block']}>
      {text.to}
      <select className={inputClass} value={value} onChange={(event) => onChange(event.target.value)}>
        {all.map(([each, said]) => (
          <option key={each} value={each}>
            {said}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ActProps {
  readonly title: string;
  readonly onAct: (act: Act) => void;
  readonly onClose: () => void;
}

/** The keys `1` to `5` select the resolution. */
export function ResolveDialog({ title, onAct, onClose }: ActProps) {
  const text = useText().inbox;
  const [resolution, setResolution] = useState<(typeof resolutions)[number]>('FALSE_POSITIVE');
  const [reason, setReason] = useState('');
  const press = (event: KeyboardEvent): void => {
    const chosen = resolutions[Number(event.key) - 1];
    if (chosen) setResolution(chosen);
  };
  const send = (): void => onAct({ action: 'resolve', resolution, ...(reason.trim() && { reason: reason.trim() }) });
  return (
    <Ask title={title} label={text.resolve} onSend={send} onClose={onClose}>
      <fieldset onKeyDown={press}>
        <legend>{text.resolution}</legend>
        {resolutions.map((each, index) => (
          <label key={each}>
            <input
              type="radio"
              name="resolution"
              data-focus={each === resolution || undefined}
              checked={each === resolution}
              onChange={() => setResolution(each)}
            />
            {text.resolutions[each]} <kbd aria-hidden="true">{index + 1}</kbd>
          </label>
        ))}
      </fieldset>
      <Reason value={reason} onChange={setReason} />
    </Ask>
  );
}

export function AssignDialog({ title, onAct, onClose }: ActProps) {
  const text = useText().inbox;
  const [to, setTo] = useState('me');
  const [reason, setReason] = useState('');
  const first = [
    ['me', text.toMe],
    ['unassigned', text.toNobody],
  ] as const;
  const send = (): void =>
    onAct({ action: 'assign', ...assignmentOf(to), ...(reason.trim() && { reason: reason.trim() }) });
  return (
    <Ask title={title} label={text.assign} onSend={send} onClose={onClose}>
      <Assignee withTeams value={to} first={first} onChange={setTo} />
      <Reason value={reason} onChange={setReason} />
    </Ask>
  );
}

interface CaseDialogProps {
  readonly count: number;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

export function CaseDialog({ count, onName, onClose }: CaseDialogProps) {
  const text = useText().inbox;
  const [name, setName] = useState('');
  return (
    <Ask
      title={text.joinTitle(count)}
      label={text.open}
      onSend={() => name.trim() && onName(name.trim())}
      onClose={onClose}
    >
      <Field
        label={text.caseName}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </Ask>
  );
}
