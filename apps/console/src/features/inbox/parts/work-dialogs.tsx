import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { Actions, Button, Dialog, Field, inputClass } from '../../../ui/index.js';
import classes from '../inbox.module.css';
import { useAssignees, useOwnId, useTeams } from './assignee-name.js';
import type { Act } from './use-alert-work.js';
import { workingNeeds } from './use-assigning.js';

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
  /** The work needs one of these permissions. */
  readonly needs: readonly string[];
}

/** Returns the assignment for a value of `Assignee`. */
export function assignmentOf(value: string): { readonly assignedTo: string; readonly assignedToType?: 'team' } {
  const [word, id] = value.split(' ');
  return id === undefined
    ? { assignedTo: value }
    : { assignedTo: id, ...(word === 'team' && { assignedToType: word }) };
}

/** Selects the assignee. Members who cannot do the work come last, with the reason. */
export function Assignee({ value, first, onChange, withTeams = false, needs }: AssigneeProps) {
  const { inbox: text, shell } = useText();
  const own = useOwnId();
  const members = useAssignees(needs).filter(({ id }) => id !== own);
  const teams = useTeams().map(({ id, name }) => [`team ${id}`, text.team(name)] as const);
  const able = members.flatMap(({ id, name, lacks }) => (lacks === null ? [[id, name] as const] : []));
  return (
    <label className={classes['block']}>
      {text.to}
      <select className={inputClass} required value={value} onChange={(event) => onChange(event.target.value)}>
        {[...first, ...able, ...(withTeams ? teams : [])].map(([each, said]) => (
          <option key={each} value={each}>
            {said}
          </option>
        ))}
        {members.map(
          ({ id, name, lacks }) =>
            lacks !== null && (
              <option key={id} disabled>
                {name} · {shell.needs(lacks)}
              </option>
            ),
        )}
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

/** Whether one has a permission that is enough to do the work oneself. */
export function useMayWork(needs: readonly string[]): boolean {
  const { permissions } = usePlace();
  return needs.some((each) => permissions.includes(each));
}

/** Returns the assignees before the members: oneself if one can do the work, and nobody. */
export function useFirstAssignees(needs: readonly string[]): readonly (readonly [value: string, text: string])[] {
  const text = useText().inbox;
  const nobody = ['unassigned', text.toNobody] as const;
  return useMayWork(needs) ? [['me', text.toMe], nobody] : [nobody];
}

export function AssignDialog({ title, onAct, onClose }: ActProps) {
  const text = useText().inbox;
  const first = useFirstAssignees(workingNeeds.alerts);
  const [to, setTo] = useState(first[0]![0]);
  const [reason, setReason] = useState('');
  const send = (): void =>
    onAct({ action: 'assign', ...assignmentOf(to), ...(reason.trim() && { reason: reason.trim() }) });
  return (
    <Ask title={title} label={text.assign} onSend={send} onClose={onClose}>
      <Assignee withTeams value={to} first={first} needs={workingNeeds.alerts} onChange={setTo} />
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
