import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterChoice, FilterField } from '../../../shell/filter-field.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Views } from '../../../shell/views.js';
import { Button } from '../../../ui/index.js';
import classes from '../inbox.module.css';
import {
  filtersOf,
  type InboxSearch,
  type Kind,
  kinds,
  owners,
  priorities,
  workStatuses,
} from '../model/inbox-search.js';

interface Waiting {
  readonly mine: number;
  readonly unassigned: number;
  readonly all: number;
}

export interface Counts {
  readonly alerts: Waiting;
  readonly cases: Waiting | null;
  readonly matches: Waiting;
  readonly reviews: Waiting | null;
}

interface BarProps {
  readonly search: InboxSearch;
  readonly counts: Counts | undefined;
  readonly onGo: (to: InboxSearch, replace?: boolean) => void;
}

/** The permission required to see each kind of work. */
export const workNeeds: Readonly<Record<Kind, string>> = {
  alerts: 'alerts:read',
  cases: 'cases:read',
  matches: 'alerts:read',
  reviews: 'kyc:read',
};

/** Shows the kinds of work that the person may see, each with its number of waiting items. */
export function KindTabs({ search, counts, onGo }: BarProps) {
  const text = useText().inbox;
  const formats = useFormats();
  const { permissions } = usePlace();
  return (
    <div className={classes['tabs']} role="group" aria-label={text.work}>
      {kinds
        .filter((kind) => permissions.includes(workNeeds[kind]))
        .map((kind) => {
          const count = counts?.[kind]?.all ?? null;
          return (
            <button
              key={kind}
              type="button"
              aria-pressed={(search.kind ?? 'alerts') === kind}
              onClick={() => onGo(kind === 'alerts' ? {} : { kind })}
            >
              {text.kinds[kind]} {count !== null && <span data-count={kind}>{formats.number(count)}</span>}
            </button>
          );
        })}
    </div>
  );
}

/** Shows the active filters as chips that can be removed, and the other available filters. */
export function FilterBar({ search, counts, onGo }: BarProps) {
  const text = useText();
  const formats = useFormats();
  const kind = search.kind ?? 'alerts';
  const choose = (change: Change): void => {
    const { open: _, ...kept } = { ...search, ...change };
    onGo(Object.fromEntries(Object.entries(kept).filter(([, value]) => Boolean(value))));
  };
  const waiting = counts?.[kind];
  return (
    <div className={screen['filters']} role="search" aria-label={text.shell.filters}>
      <div className={classes['tabs']} role="group" aria-label={text.inbox.filters.who}>
        {([...owners, undefined] as const).map((who) => (
          <button
            key={who ?? 'all'}
            type="button"
            data-owner={who ?? 'all'}
            aria-pressed={search.who === who}
            onClick={() => choose({ who })}
          >
            {text.inbox.owners[who ?? 'all']}{' '}
            {waiting && <span>{formats.number(waiting[who === 'me' ? 'mine' : (who ?? 'all')])}</span>}
          </button>
        ))}
      </div>
      {filtersOf[kind].includes('q') && <MoreFilters search={search} choose={choose} />}
      <Chips search={search} onRemove={(name) => choose({ [name]: undefined })} />
      <Views screen="inbox" search={search} />
    </div>
  );
}

type Change = { readonly [Name in keyof InboxSearch]?: InboxSearch[Name] | undefined };

/** The additional filters of alerts and cases. */
function MoreFilters({ search, choose }: { readonly search: InboxSearch; readonly choose: (change: Change) => void }) {
  const text = useText();
  return (
    <>
      <FilterField label={text.inbox.filters.q} value={search.q ?? ''} onChange={(q) => choose({ q })} />
      <FilterChoice
        label={text.inbox.filters.priority}
        any={text.inbox.anyPriority}
        value={search.priority}
        values={priorities}
        texts={text.inbox.priorities}
        onChange={(priority) => choose({ priority })}
      />
      <FilterChoice
        label={text.inbox.filters.status}
        any={text.inbox.anyStatus}
        value={search.status}
        values={workStatuses}
        texts={text.inbox.statuses}
        onChange={(status) => choose({ status })}
      />
    </>
  );
}

/** Shows each active filter. */
function Chips({ search, onRemove }: { readonly search: InboxSearch; readonly onRemove: (name: string) => void }) {
  const text = useText().inbox;
  const shown: Readonly<Record<string, string | undefined>> = {
    who: search.who && text.owners[search.who],
    priority: search.priority && text.priorities[search.priority],
    status: search.status && text.statuses[search.status],
    category: search.category,
    rule: search.rule?.slice(0, 8),
    q: search.q,
  };
  const chips = filtersOf[search.kind ?? 'alerts'].flatMap((name) => {
    const value = shown[name];
    const label = (text.filters as Readonly<Record<string, string>>)[name] ?? name;
    return value === undefined ? [] : [{ name, told: `${label}: ${value}` }];
  });
  return chips.map(({ name, told }) => (
    <Button key={name} onClick={() => onRemove(name)} aria-label={text.remove(told)} data-chip={name}>
      {told} ×
    </Button>
  ));
}
