import { useState } from 'react';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useRefusal } from '../../../shell/place.js';
import { Button } from '../../../ui/index.js';
import classes from '../inbox.module.css';
import type { InboxSearch } from '../model/inbox-search.js';
import { AssignDialog, CaseDialog, ResolveDialog } from './work-dialogs.js';
import type { Act, Chosen, useAlertWork } from './use-alert-work.js';

interface WorkBarProps {
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  /** The total for the filter. */
  readonly total: number;
  readonly isEstimate: boolean;
  readonly asOf: string | null;
  readonly search: InboxSearch;
  readonly work: ReturnType<typeof useAlertWork>;
}

interface Asked {
  readonly kind: 'resolve' | 'assign' | 'join';
  readonly chosen: Chosen;
  readonly count: number;
  readonly isEstimate: boolean;
}

const buttons = [
  { name: 'acknowledge', permission: 'alerts:edit', key: 'e' },
  { name: 'resolve', permission: 'alerts:resolve', key: 'r' },
  { name: 'assign', permission: 'alerts:assign', key: 'a' },
  { name: 'escalate', permission: 'alerts:edit', key: 's' },
  { name: 'join', permission: 'cases:create', key: 'c' },
] as const;

const focusedId = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-work]')?.dataset['work'];

/** Provides the operations of keys and buttons on the selected alerts, all alerts of the filter, or the current one. */
function useDoings({ chosen, total, isEstimate, asOf, search, work }: WorkBarProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAll, setAll] = useState(false);
  const refusal = useRefusal();
  const target = (): readonly string[] => {
    if (chosen.size > 0) return [...chosen];
    const one = focusedId() ?? search.open;
    return one === undefined ? [] : [one];
  };
  const what = (): Omit<Asked, 'kind'> | null => {
    if (isAll && asOf !== null) return { chosen: { filter: search, asOf }, count: total, isEstimate };
    const ids = target();
    return ids.length === 0 ? null : { chosen: { ids }, count: ids.length, isEstimate: false };
  };
  const act = (change: Act): void => {
    const which = what();
    if (which && !work.changing.isPending) work.changing.mutate({ act: change, chosen: which.chosen });
    setAll(false);
  };
  const ask = (kind: Asked['kind']): void => {
    const which = what();
    if (which) setAsked({ kind, ...which });
  };
  const allowed = (permission: string, run: () => void) => () => {
    if (refusal(permission) === null) run();
  };
  const doings = {
    acknowledge: allowed('alerts:edit', () => act({ action: 'acknowledge' })),
    resolve: allowed('alerts:resolve', () => ask('resolve')),
    assign: allowed('alerts:assign', () => ask('assign')),
    escalate: allowed('alerts:edit', () => act({ action: 'move', status: 'ESCALATED' })),
    join: allowed('cases:create', () => {
      if (!isAll) ask('join');
    }),
  };
  useKeys({ e: doings.acknowledge, r: doings.resolve, a: doings.assign, s: doings.escalate, c: doings.join });
  const close = (): void => {
    setAsked(null);
    setAll(false);
  };
  const run = (change: Act): void => {
    if (asked) work.changing.mutate({ act: change, chosen: asked.chosen });
    close();
  };
  return { asked, isAll, setAll, doings, close, run };
}

/** Shows the operations on the selected alerts, or on the current one. */
export function WorkBar(props: WorkBarProps) {
  const { chosen, onChoose, total, isEstimate, asOf, search, work } = props;
  const text = useText();
  const formats = useFormats();
  const refusal = useRefusal();
  const { asked, isAll, setAll, doings, close, run } = useDoings(props);
  const needs = (permission: string): string | null => {
    const missing = refusal(permission);
    return missing === null ? null : text.shell.needs(missing);
  };
  const join = (ids: readonly string[], name: string): void => {
    work.joining.mutate({ ids, name });
    onChoose(new Set());
    close();
  };
  const count = isEstimate ? text.inbox.atLeast(formats.number(total)) : formats.number(total);
  const isShown = chosen.size > 0 || isAll || search.open !== undefined;
  return (
    <div className={classes['bar']} role="toolbar" aria-label={text.inbox.work}>
      <span role="status" data-chosen-count={isAll ? total : chosen.size}>
        {isAll ? text.inbox.allTitle(count) : chosen.size > 0 && text.inbox.chosen(chosen.size)}
      </span>
      {isShown && (
        <>
          {buttons
            .filter(({ name }) => !isAll || name !== 'join')
            .map(({ name, permission, key }) => (
              <Button key={name} refused={needs(permission)} onClick={doings[name]}>
                {text.inbox.actions[name]} <kbd>{key}</kbd>
              </Button>
            ))}
          <Button look="quiet" onClick={() => (setAll(false), onChoose(new Set()))}>
            {text.inbox.clear}
          </Button>
        </>
      )}
      {!isAll && total > 0 && asOf !== null && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {text.inbox.allOfThem(count)}
        </Button>
      )}
      {isAll && <small>{text.inbox.allTells}</small>}
      {asked && <Dialogs asked={asked} onAct={run} onClose={close} onJoin={join} />}
    </div>
  );
}

interface DialogsProps {
  readonly asked: Asked;
  readonly onAct: (act: Act) => void;
  readonly onJoin: (ids: readonly string[], name: string) => void;
  readonly onClose: () => void;
}

function Dialogs({ asked: { kind, chosen, count, isEstimate }, onAct, onJoin, onClose }: DialogsProps) {
  const text = useText().inbox;
  const formats = useFormats();
  const told = isEstimate ? text.atLeast(formats.number(count)) : formats.number(count);
  if (kind === 'resolve')
    return <ResolveDialog title={text.resolveTitle(count, told)} onAct={onAct} onClose={onClose} />;
  if (kind === 'assign') return <AssignDialog title={text.assignTitle(count, told)} onAct={onAct} onClose={onClose} />;
  if (!('ids' in chosen)) return null;
  return <CaseDialog count={count} onName={(name) => onJoin(chosen.ids, name)} onClose={onClose} />;
}
