import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayIn } from '../../../data/days.js';
import { typedNumber } from '../../../i18n/formats.js';
import { useReader, useText } from '../../../i18n/reader.js';
import { FilterChoice, FilterField } from '../../../shell/filter-field.js';
import { DayField } from '../../../shell/day-field.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Views } from '../../../shell/views.js';
import { Button, inputClass, Notice } from '../../../ui/index.js';
import { partyNameQuery, ruleKeyQuery } from '../queries.js';
import {
  decisions,
  type FilterName,
  filtersIn,
  filterWords,
  listOrders,
  periodIn,
  periods,
  type TransactionsSearch,
  withFilter,
  withPeriod,
} from '../model/transactions-search.js';

interface FiltersProps {
  readonly search: TransactionsSearch;
  readonly onGo: (to: TransactionsSearch) => void;
}

const typed = [
  ...(['externalId', 'currency', 'channel', 'reason', 'amountMin', 'amountMax', 'riskScoreMin'] as const),
  ...(['deviceId', 'ipAddress', 'cardFingerprint', 'accountNumber'] as const),
];
const days = ['from', 'to'] as const;
const chosen = ['status', 'type', 'paymentMethod', 'outcome'] as const;

/** Shows the active filters as chips that can be removed, and the other available filters. */
export function PaymentFilters({ search, onGo }: FiltersProps) {
  const text = useText();
  const { filters, anyDecision, orders } = text.transactions;
  const choose = (name: FilterName | 'sort', value: string): void => onGo(withFilter(search, name, value));
  return (
    <div className={screen['filters']} role="search" aria-label={text.shell.filters}>
      <FilterField label={text.transactions.search} value={search.q ?? ''} onChange={(q) => choose('q', q)} />
      <FilterChoice
        label={filters.decision}
        any={anyDecision}
        value={search.decision}
        values={decisions}
        texts={text.transactions.decisions}
        onChange={(decision) => choose('decision', decision ?? '')}
      />
      <FilterChoice
        label={text.transactions.order}
        any={orders.transactedAt}
        value={search.sort}
        values={listOrders}
        texts={orders}
        onChange={(order) => choose('sort', order ?? '')}
      />
      <Period search={search} onGo={onGo} />
      <details>
        <summary>{text.transactions.moreFilters}</summary>
        <MoreFilters search={search} onChoose={choose} />
      </details>
      {filtersIn(search).map(([name, value]) => (
        <Chip key={name} name={name} value={value} onRemove={() => choose(name, '')} />
      ))}
      {filtersIn(search).length > 1 && (
        <Button look="quiet" onClick={() => onGo(search.sort ? { sort: search.sort } : {})}>
          {text.shell.clearFilters}
        </Button>
      )}
      <Views screen="payments" search={search} />
    </div>
  );
}

/** Selects a number of days up to today, in the organization’s timezone. */
function Period({ search, onGo }: FiltersProps) {
  const { filters, anyTime, lastDays, ownDays } = useText().transactions;
  const { timezone } = usePlace();
  const today = dayIn(timezone, Date.now());
  const period = periodIn(search, today);
  return (
    <select
      className={inputClass}
      aria-label={filters.period}
      value={period ?? ''}
      onChange={(event) => onGo(withPeriod(search, Number(event.target.value), today))}
    >
      <option value="0">{anyTime}</option>
      {periods.map((days) => (
        <option key={days} value={days}>
          {lastDays(days)}
        </option>
      ))}
      {period === null && <option value="">{ownDays}</option>}
    </select>
  );
}

/** Returns how a filter word is shown: words of the API are names of their own. */
function useWord(): (name: FilterName, word: string) => { readonly said: string; readonly lang?: 'en' } {
  const { decisions: names } = useText().transactions;
  const { outcomes } = useText().editor;
  const own: Readonly<Record<string, Readonly<Record<string, string>>>> = { decision: names, outcome: outcomes };
  return (name, word) => {
    const said = own[name]?.[word];
    return said === undefined ? { said: word, lang: 'en' } : { said };
  };
}

interface MoreProps {
  readonly search: TransactionsSearch;
  readonly onChoose: (name: FilterName, value: string) => void;
}

const numbers: readonly FilterName[] = ['amountMin', 'amountMax', 'riskScoreMin'];

function MoreFilters({ search, onChoose }: MoreProps) {
  const { locale } = useReader();
  const { wrongFilter } = useText().transactions;
  const [wrong, setWrong] = useState<string | null>(null);
  /** What no payment can match is reported instead of ignored. */
  const write = (name: FilterName, given: string): void => {
    const value = numbers.includes(name) ? typedNumber(given, locale) : given;
    const isTaken = value === '' || withFilter(search, name, value)[name] !== undefined;
    setWrong(isTaken ? null : wrongFilter(given, filters[name]));
    if (isTaken) onChoose(name, value);
  };
  const { filters } = useText().transactions;
  const show = useWord();
  const { permissions } = usePlace();
  const mayTry = permissions.includes('entities:read_sensitive');
  return (
    <div className={screen['filters']}>
      {chosen.map((name) => (
        <select
          key={name}
          className={inputClass}
          aria-label={filters[name]}
          value={search[name] ?? ''}
          onChange={(event) => onChoose(name, event.target.value)}
        >
          <option value="">{filters[name]}</option>
          {filterWords[name].map((word) => (
            <option key={word} value={word} lang={show(name, word).lang}>
              {show(name, word).said}
            </option>
          ))}
        </select>
      ))}
      {typed
        .filter((name) => name !== 'accountNumber' || mayTry)
        .map((name) => (
          <FilterField
            key={name}
            label={filters[name]}
            value={search[name] ?? ''}
            onChange={(value) => write(name, value)}
          />
        ))}
      {days.map((name) => (
        <DayField key={name} label={filters[name]} value={search[name] ?? ''} onChange={(day) => onChoose(name, day)} />
      ))}
      <label>
        <input
          type="checkbox"
          checked={search.flagged === true}
          onChange={(event) => onChoose('flagged', event.target.checked ? 'true' : '')}
        />{' '}
        {filters.flagged}
      </label>
      {wrong !== null && <Notice kind="warning">{wrong}</Notice>}
    </div>
  );
}

interface ChipProps {
  readonly name: FilterName;
  readonly value: string;
  readonly onRemove: () => void;
}

const ofParties: readonly FilterName[] = ['entityId', 'originEntityId', 'destinationEntityId'];

function Chip({ name, value, onRemove }: ChipProps) {
  const text = useText();
  const { organizationId, permissions } = usePlace();
  const asked = ofParties.includes(name) && permissions.includes('entities:read') ? value : null;
  const { data } = useQuery(partyNameQuery(organizationId, asked));
  const rule = name === 'ruleId' && permissions.includes('rules:read') ? value : null;
  const { data: key } = useQuery(ruleKeyQuery(organizationId, rule));
  const { filters } = text.transactions;
  const show = useWord();
  const said = data ?? key ?? show(name, value).said;
  const told = name === 'flagged' ? filters.flagged : `${filters[name]}: ${said}`;
  return (
    <Button onClick={onRemove} aria-label={text.inbox.remove(told)} data-chip={name}>
      {told} ×
    </Button>
  );
}
