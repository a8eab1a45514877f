import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { pagesOf, pageSearch } from '../../../data/paging.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useReader, useText } from '../../../i18n/reader.js';
import { FilterField } from '../../../shell/filter-field.js';
import { useKeys } from '../../../shell/keys.js';
import { DayField } from '../../../shell/day-field.js';
import { Pages } from '../../../shell/pages.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Button, Empty, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { adminPage, Head, useRefused } from '../../admin/index.js';
import { isCode, type RatesSearch } from '../model/rates-search.js';
import { RateDialog, RateFileDialog } from '../parts/rate-dialogs.js';
import { type ListedRate, ratesQuery } from '../reads.js';

const address = '/$organizationId/settings/rates';

export const RatesPage = adminPage({
  permission: 'rules:read',
  titleOf: ({ rates }) => rates.title,
  Content: Rates,
});

function Rates() {
  const text = useAdminText().rates;
  const { shell } = useText();
  const { organizationId, environment } = usePlace();
  const search = useSearch({ from: address });
  const navigate = useNavigate();
  const refusal = useRefused()('organization:edit');
  const list = useQuery(ratesQuery(organizationId, search));
  const [above, setAbove] = useState<'one' | 'file' | null>(null);
  const go = (next: RatesSearch): void =>
    void navigate({ to: address, params: { organizationId }, search: next, resetScroll: false });
  const { page, ...filter } = search;
  const isFiltered = Object.keys(filter).length > 0;
  useRowKeys();
  useKeys(refusal === null ? { c: () => setAbove('one') } : {});
  const close = (): void => setAbove(null);
  return (
    <>
      <Head title={text.title} tells={text.tells}>
        <Button refused={refusal} onClick={() => setAbove('file')}>
          {text.importFile}
        </Button>
        <Button look="main" refused={refusal} onClick={() => setAbove('one')}>
          {text.add} <kbd>c</kbd>
        </Button>
      </Head>
      {environment === 'sandbox' && <p className={screen['soft']}>{text.fixedInSandbox}</p>}
      <Filters search={filter} onGo={go} />
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {list.data?.rates.length === 0 && (
        <Empty title={isFiltered || page !== undefined ? text.nothingFound : text.empty}>
          {!isFiltered && page === undefined && <p>{text.emptyTells}</p>}
        </Empty>
      )}
      {list.data && list.data.rates.length > 0 && <RateTable rates={list.data.rates} />}
      {list.data && (
        <Pages
          page={page ?? 1}
          pages={pagesOf(list.data.pagination.total)}
          onPage={(next) => go({ ...filter, ...pageSearch(next) })}
        />
      )}
      {above === 'one' && <RateDialog onClose={close} />}
      {above === 'file' && <RateFileDialog onClose={close} />}
    </>
  );
}

function Filters({ search, onGo }: { readonly search: RatesSearch; readonly onGo: (to: RatesSearch) => void }) {
  const text = useAdminText().rates;
  const { shell } = useText();
  const [isWrong, setWrong] = useState(false);
  const choose = (name: keyof typeof search, value: string): void => {
    const { [name]: _, ...kept } = search;
    onGo(value === '' ? kept : { ...kept, [name]: value });
  };
  const chooseCode = (name: 'base' | 'quote', typed: string): void => {
    const code = typed.trim().toUpperCase();
    setWrong(code !== '' && !isCode(code));
    if (code === '' || isCode(code)) choose(name, code);
  };
  return (
    <>
      <div className={screen['filters']} role="search" aria-label={shell.filters}>
        {(['base', 'quote'] as const).map((name) => (
          <FilterField
            key={name}
            label={text[name]}
            value={search[name] ?? ''}
            onChange={(code) => chooseCode(name, code)}
          />
        ))}
        {(['from', 'to'] as const).map((name) => (
          <DayField key={name} label={text[name]} value={search[name] ?? ''} onChange={(day) => choose(name, day)} />
        ))}
        {Object.keys(search).length > 0 && (
          <Button look="quiet" onClick={() => onGo({})}>
            {shell.clearFilters}
          </Button>
        )}
      </div>
      {isWrong && <Notice kind="warning">{text.codeTells}</Notice>}
    </>
  );
}

/** Rates have up to 12 decimal places, all of which count. */
const decimals = 12;

function RateTable({ rates }: { readonly rates: readonly ListedRate[] }) {
  const text = useAdminText().rates;
  const { locale } = useReader();
  const digits = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals });
  // A day has no time zone.
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <div className={screen['wide']} tabIndex={0} role="region" aria-label={text.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.day}</th>
            <th scope="col">{text.base}</th>
            <th scope="col">{text.quote}</th>
            <th scope="col" className={screen['number']}>
              {text.rate}
            </th>
            <th scope="col">{text.source}</th>
          </tr>
        </thead>
        <tbody>
          {rates.map(({ base, quote, date, rate, source }) => (
            <tr key={`${base} ${quote} ${date} ${source}`} data-rate={`${base} ${quote}`}>
              <td>
                <time dateTime={date}>{day.format(new Date(date))}</time>
              </td>
              <td>{base}</td>
              <td>{quote}</td>
              <td className={screen['number']}>{digits.format(rate as Intl.StringNumericLiteral | number)}</td>
              <td>{source === 'organization' ? text.own : source === 'ecb' ? text.ecb : source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
