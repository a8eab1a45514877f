import { useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useRefusal } from '../../../shell/place.js';
import { Actions, Button, FailureNotice, inputClass } from '../../../ui/index.js';
import inboxClasses from '../inbox.module.css';
import { type CaseFile, type CaseStatus, nextStatuses } from '../model/case-timeline.js';
import { useOwnId } from './assignee-name.js';
import { workingNeeds } from './use-assigning.js';
import { useCaseWork } from './use-case-work.js';
import { Ask, Assignee, assignmentOf, Reason, useMayWork } from './work-dialogs.js';

const outcomes = ['CONFIRMED_RISK', 'FALSE_POSITIVE', 'NO_RISK', 'REPORTED', 'OTHER'] as const;

const keys: Partial<Record<CaseStatus, string>> = { ESCALATED: 's', CLOSED: 'x' };

/** Shows the next statuses of the case, and its assignment. */
export function CaseBar({ file }: { readonly file: CaseFile }) {
  const text = useText();
  const { investigation, alerts } = file;
  const ifVersion = investigation.version;
  // With the version of the case that was shown when the dialog was opened.
  const [asked, setAsked] = useState<{ readonly what: 'close' | 'assign' | 'reopen'; readonly ifVersion: number }>();
  const work = useCaseWork(investigation);
  const refusal = useRefusal();
  const needs = (permission: string): string | null => {
    const missing = refusal(permission);
    return missing === null ? null : text.shell.needs(missing);
  };
  const next = nextStatuses[investigation.status];
  const permissionOf = (to: CaseStatus): string => (to === 'CLOSED' ? 'cases:close' : 'cases:edit');
  const move = (to: CaseStatus): void => {
    if (!next.includes(to) || refusal(permissionOf(to)) !== null || refusal('cases:edit') !== null) return;
    if (to === 'CLOSED') setAsked({ what: 'close', ifVersion });
    else if (investigation.status === 'CLOSED') setAsked({ what: 'reopen', ifVersion });
    else work.move({ status: to, ifVersion });
  };
  const assign = (): void => {
    if (refusal('cases:assign') === null) setAsked({ what: 'assign', ifVersion });
  };
  useKeys({ s: () => move('ESCALATED'), x: () => move('CLOSED'), a: assign });
  const open = alerts.filter(({ status }) => status !== 'RESOLVED').length;
  const close = (): void => setAsked(undefined);
  return (
    <>
      <Actions>
        {next.map((to) => (
          <Button key={to} refused={needs('cases:edit') ?? needs(permissionOf(to))} onClick={() => move(to)}>
            {investigation.status === 'CLOSED' ? text.cases.reopen : text.cases.moves[to]}{' '}
            {keys[to] !== undefined && <kbd>{keys[to]}</kbd>}
          </Button>
        ))}
        <Button refused={needs('cases:assign')} onClick={assign}>
          {text.inbox.actions.assign} <kbd>a</kbd>
        </Button>
      </Actions>
      {work.error && <FailureNotice error={work.error} onReadAgain={() => void work.readAgain()} />}
      {asked?.what === 'close' && (
        <CloseDialog
          open={open}
          onClose={close}
          onSend={(outcome, closureReason) => {
            work.move({ status: 'CLOSED', outcome, closureReason, ifVersion: asked.ifVersion });
            close();
          }}
        />
      )}
      {asked?.what === 'reopen' && (
        <ReopenDialog
          onClose={close}
          onSend={(reason) => {
            work.move({ status: 'IN_PROGRESS', reason, ifVersion: asked.ifVersion });
            close();
          }}
        />
      )}
      {asked?.what === 'assign' && (
        <AssignCase
          onClose={close}
          onSend={(to) => {
            work.assign({ ...assignmentOf(to), ifVersion: asked.ifVersion });
            close();
          }}
        />
      )}
    </>
  );
}

interface CloseProps {
  readonly open: number;
  readonly onSend: (outcome: (typeof outcomes)[number], reason: string) => void;
  readonly onClose: () => void;
}

function CloseDialog({ open, onSend, onClose }: CloseProps) {
  const text = useText().cases;
  const [outcome, setOutcome] = useState<(typeof outcomes)[number]>('NO_RISK');
  const [reason, setReason] = useState('');
  return (
    <Ask
      title={text.closeTitle}
      label={text.moves.CLOSED}
      onSend={() => reason.trim() && onSend(outcome, reason.trim())}
      onClose={onClose}
    >
      <p>{text.resolves(open)}</p>
      <label className={inboxClasses['block']}>
        {text.outcome}
        <select
          className={inputClass}
          value={outcome}
          onChange={(event) => setOutcome(event.target.value as (typeof outcomes)[number])}
        >
          {outcomes.map((each) => (
            <option key={each} value={each}>
              {text.outcomes[each]}
            </option>
          ))}
        </select>
      </label>
      <Reason value={reason} onChange={setReason} isRequired />
    </Ask>
  );
}

function ReopenDialog({
  onSend,
  onClose,
}: {
  readonly onSend: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const text = useText().cases;
  const [reason, setReason] = useState('');
  return (
    <Ask
      title={text.reopen}
      label={text.reopen}
      onSend={() => reason.trim() && onSend(reason.trim())}
      onClose={onClose}
    >
      <Reason value={reason} onChange={setReason} isRequired />
    </Ask>
  );
}

function AssignCase({ onSend, onClose }: { readonly onSend: (to: string) => void; readonly onClose: () => void }) {
  const text = useText();
  const own = useOwnId();
  const mayWork = useMayWork(workingNeeds.cases);
  const me = mayWork ? (own ?? '') : '';
  const [to, setTo] = useState(me);
  return (
    <Ask title={text.cases.assignTitle} label={text.inbox.assign} onSend={() => onSend(to)} onClose={onClose}>
      <Assignee
        withTeams
        value={to}
        first={[[me, mayWork ? text.inbox.toMe : '–']]}
        needs={workingNeeds.cases}
        onChange={setTo}
      />
    </Ask>
  );
}
