import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { FailureNotice, Loading } from '../../../ui/index.js';

export interface PartySectionProps<Row> {
  /** Identifies the section on the page. */
  readonly part: string;
  readonly title: string;
  /** Text that is shown if there are no rows. */
  readonly none: string;
  readonly permission: string;
  readonly query: { readonly queryKey: readonly unknown[]; readonly queryFn?: unknown };
  readonly row: (row: Row) => ReactNode;
  /** Link to the complete list. */
  readonly all?: ReactNode;
  /** Actions of the section. */
  readonly children?: ReactNode;
}

/** The newest records of one kind about a party. */
export function PartySection<Row extends { readonly id?: string }>(props: PartySectionProps<Row>) {
  const { part, title, none, permission, query, row, all, children } = props;
  const text = useText();
  const formats = useFormats();
  const { permissions } = usePlace();
  const mayRead = permissions.includes(permission);
  const options = { ...query, enabled: mayRead } as UseQueryOptions<{ rows: readonly Row[]; total: number }>;
  const { data, error, isLoading, refetch } = useQuery(options);
  return (
    <section className={screen['panel']} data-part={part} aria-labelledby={`part-${part}`}>
      <h2 id={`part-${part}`}>
        {title} {data && <span className={screen['soft']}>{formats.number(data.total)}</span>}
      </h2>
      {!mayRead && <p className={screen['soft']}>{text.shell.needs(permission)}</p>}
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isLoading && <Loading>{text.shell.loading}</Loading>}
      {data?.total === 0 && <p className={screen['soft']}>{none}</p>}
      {data && data.rows.length > 0 && (
        <ul className={screen['entries']}>
          {data.rows.map((each, index) => (
            <li key={each.id ?? index}>{row(each)}</li>
          ))}
        </ul>
      )}
      {data && data.total > data.rows.length && (all ?? <p>{text.parties.andMore(data.total - data.rows.length)}</p>)}
      {children}
    </section>
  );
}
