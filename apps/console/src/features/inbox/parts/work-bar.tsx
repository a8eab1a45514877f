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
  /** Of the filter. */
  readonly total: number;
  readonly isEstimate: boolean;
  readonly asOf: string | null;
  readonly search: InboxSearch;
  readonly work: ReturnType<typeof useAlertWork>;
}

type Asked = { readonly kind: 'resolve' | 'assign' | 'join'; readonly chosen: Chosen; readonly count: number };

const focusedId = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-work]')?.dataset['work'];

/** What can be done with the chosen alerts, or with the one that is looked at. */
export function WorkBar({ chosen, onChoose, total, isEstimate, asOf, search, work }: WorkBarProps) {
  const text = useText();
  const formats = useFormats();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isAll, setAll] = useState(false);
  const refusal = useRefusal();
  const needs = (permission: string): string | null => {
    const missing = refusal(permission);
    return missing === null ? null : text.shell.needs(missing);
  };
  const target = (): readonly string[] => {
    if (chosen.size > 0) return [...chosen];
    const one = focusedId() ?? search.open;
    return one === undefined ? [] : [one];
  };
  const what = (): Omit<Asked, 'kind'> | null => {
    if (isAll && asOf !== null) return { chosen: { filter: search, asOf }, count: total };
    const ids = target();
    return ids.length === 0 ? null : { chosen: { ids }, count: ids.length };
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
    join: allowed('cases:create', () => ask('join')),
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
  const count = formats.number(total);
  const isShown = chosen.size > 0 || isAll;
  return (
    <div className={classes['bar']} role="toolbar" aria-label={text.inbox.work}>
      <span role="status" data-chosen-count={isAll ? total : chosen.size}>
        {isAll ? text.inbox.allTitle(count) : isShown && text.inbox.chosen(chosen.size)}
      </span>
      {isShown && (
        <>
          <Button refused={needs('alerts:edit')} onClick={doings.acknowledge}>
            {text.inbox.actions.acknowledge} <kbd>e</kbd>
          </Button>
          <Button refused={needs('alerts:resolve')} onClick={doings.resolve}>
            {text.inbox.actions.resolve} <kbd>r</kbd>
          </Button>
          <Button refused={needs('alerts:assign')} onClick={doings.assign}>
            {text.inbox.actions.assign} <kbd>a</kbd>
          </Button>
          <Button refused={needs('alerts:edit')} onClick={doings.escalate}>
            {text.inbox.actions.escalate} <kbd>s</kbd>
          </Button>
          {!isAll && (
            <Button refused={needs('cases:create')} onClick={doings.join}>
              {text.inbox.actions.join} <kbd>c</kbd>
            </Button>
          )}
          <Button look="quiet" onClick={() => (setAll(false), onChoose(new Set()))}>
            {text.inbox.clear}
          </Button>
        </>
      )}
      {!isAll && total > 0 && asOf !== null && (
        <Button look="quiet" onClick={() => setAll(true)}>
          {text.inbox.allOfThem(isEstimate ? text.inbox.atLeast(count) : count)}
        </Button>
      )}
      {isAll && <small>{text.inbox.allTells}</small>}
      {asked?.kind === 'resolve' && <ResolveDialog count={asked.count} onAct={run} onClose={close} />}
      {asked?.kind === 'assign' && <AssignDialog count={asked.count} onAct={run} onClose={close} />}
      {asked?.kind === 'join' && 'ids' in asked.chosen && (
        <CaseDialog
          count={asked.count}
          onClose={close}
          onName={(name) => {
            work.joining.mutate({ ids: 'ids' in asked.chosen ? asked.chosen.ids : [], name });
            onChoose(new Set());
            close();
          }}
        />
      )}
    </div>
  );
}
