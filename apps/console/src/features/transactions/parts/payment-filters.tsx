import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../i18n/reader.js';
import { FilterField } from '../../../shell/filter-field.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Button, inputClass } from '../../../ui/index.js';
import { partyNameQuery } from '../queries.js';
import {
  decisions,
  type FilterName,
  filtersIn,
  filterWords,
  listOrders,
  type TransactionsSearch,
  withFilter,
} from '../model/transactions-search.js';

interface FiltersProps {
  readonly search: TransactionsSearch;
  readonly onGo: (to: TransactionsSearch) => void;
}

const typed = ['externalId', 'currency', 'channel', 'reason', 'amountMin', 'amountMax', 'riskScoreMin'] as const;
const days = ['from', 'to'] as const;
const chosen = ['status', 'type', 'paymentMethod'] as const;

/** What is filtered, as chips that can be removed, and what else there is to filter by. */
export function PaymentFilters({ search, onGo }: FiltersProps) {
  const text = useText();
  const { filters, anyDecision, orders } = text.transactions;
  const choose = (name: FilterName | 'sort', value: string): void => onGo(withFilter(search, name, value));
  return (
    <div className={screen['filters']} role="search" aria-label={text.shell.filters}>
      <FilterField label={text.transactions.search} value={search.q ?? ''} onChange={(q) => choose('q', q)} />
      <select
        className={inputClass}
        aria-label={filters.decision}
        value={search.decision ?? ''}
        onChange={(event) => choose('decision', event.target.value)}
      >
        <option value="">{anyDecision}</option>
        {decisions.map((decision) => (
          <option key={decision} value={decision}>
            {text.transactions.decisions[decision]}
          </option>
        ))}
      </select>
      <select
        className={inputClass}
        aria-label={text.transactions.order}
        value={search.sort ?? ''}
        onChange={(event) => choose('sort', event.target.value)}
      >
        <option value="">{orders.transactedAt}</option>
        {listOrders.map((order) => (
          <option key={order} value={order}>
            {orders[order]}
          </option>
        ))}
      </select>
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
    </div>
  );
}

interface MoreProps {
  readonly search: TransactionsSearch;
  readonly onChoose: (name: FilterName, value: string) => void;
}

function MoreFilters({ search, onChoose }: MoreProps) {
  const { filters } = useText().transactions;
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
            <option key={word} value={word} lang="en">
              {word}
            </option>
          ))}
        </select>
      ))}
      {typed.map((name) => (
        <FilterField
          key={name}
          label={filters[name]}
          value={search[name] ?? ''}
          onChange={(value) => onChoose(name, value)}
        />
      ))}
      {days.map((name) => (
        <label key={name}>
          {filters[name]}{' '}
          <input
            className={inputClass}
            type="date"
            value={search[name] ?? ''}
            onChange={(event) => onChoose(name, event.target.value)}
          />
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={search.flagged === true}
          onChange={(event) => onChoose('flagged', event.target.checked ? 'true' : '')}
        />{' '}
        {filters.flagged}
      </label>
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
  const { filters, decisions: names } = text.transactions;
  const said = name === 'decision' ? names[value as keyof typeof names] : (data ?? value);
  const told = name === 'flagged' ? filters.flagged : `${filters[name]}: ${said}`;
  return (
    <Button onClick={onRemove} aria-label={text.inbox.remove(told)} data-chip={name}>
      {told} ×
    </Button>
  );
}
