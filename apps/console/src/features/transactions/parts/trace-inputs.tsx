import type { components } from '@tamis/client';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { showValue } from '../model/show-value.js';
import { Time } from '../../../shell/time.js';
import classes from '../why.module.css';

type TraceNode = components['schemas']['TraceNodeDto'];
type Row = components['schemas']['TraceRowDto'];
type Read = components['schemas']['TraceReadDto'];

/** The inputs of a part of a rule: records of its window, lookups with the lists as of then, rates. */
export function TraceInputs({ node }: { readonly node: TraceNode }) {
  const text = useAdminText().why;
  const { rowCount, rows = [], reads = [], rates = [] } = node;
  return (
    <>
      {rows.length === 0 && rowCount !== undefined && (
        <span className={screen['soft']}> · {text.inWindow(rowCount)}</span>
      )}
      {rows.length > 0 && (
        <details className={classes['inputs']} data-window>
          <summary>{text.inWindow(rowCount ?? rows.length)}</summary>
          <WindowRows node={node} rows={rows} />
        </details>
      )}
      {reads.length > 0 && (
        <details className={classes['inputs']} data-reads>
          <summary>{text.reads(reads.length)}</summary>
          <ul>
            {reads.map((read) => (
              <ReadLine key={JSON.stringify(read.read)} read={read} />
            ))}
          </ul>
        </details>
      )}
      {rates.length > 0 && (
        <details className={classes['inputs']} data-rates>
          <summary>{text.rates(rates.length)}</summary>
          <ul>
            {rates.map(({ pair, rate, at }) => (
              <li key={`${pair} ${at}`}>
                {pair} <code>{rate ?? text.noRate}</code> <Time at={at} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {node.isCut && <span className={screen['soft']}> · {text.isCut}</span>}
    </>
  );
}

function WindowRows({ node, rows }: { readonly node: TraceNode; readonly rows: readonly Row[] }) {
  const text = useAdminText().why;
  const { organizationId, permissions } = usePlace();
  const { rowCount = rows.length, skippedRows = 0 } = node;
  const hasValues = rows.some(({ value }) => value !== undefined);
  // Windows name their source: user events have no page of their own.
  const hasPages = permissions.includes('transactions:read') && /\btransactions\b/.test(node.text);
  return (
    <div className={classes['rows']} tabIndex={0} role="group" aria-label={text.inWindow(rowCount)}>
      {rowCount > rows.length && <p>{text.newestRows(rows.length, rowCount)}</p>}
      {skippedRows > 0 && <p>{text.skippedRows(skippedRows)}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{text.columns.when}</th>
            {hasValues && <th scope="col">{text.columns.value}</th>}
            <th scope="col">{text.columns.counts}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, value, filter, isSubject, recordId }, index) => (
            <tr key={recordId ?? index} data-counts={filter}>
              <td>
                {at === null ? '–' : <Time at={at} />}{' '}
                {isSubject && <span className={screen['soft']}>{text.thisRecord}</span>}{' '}
                {!isSubject && hasPages && recordId !== undefined && (
                  <Link
                    to="/$organizationId/payments/$transactionId/why"
                    params={{ organizationId, transactionId: recordId }}
                  >
                    {text.openRecord}
                  </Link>
                )}
              </td>
              {hasValues && <td className={screen['number']}>{showValue(value)}</td>}
              <td>{text.counts[filter]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A lookup and its result, with each list as of then. */
function ReadLine({ read: { read, answer, lists = [], watchlists = {} } }: { readonly read: Read }) {
  const text = useAdminText().why;
  const { organizationId, permissions } = usePlace();
  return (
    <li>
      <code>{JSON.stringify(read)}</code> → <code>{answer === undefined ? text.noAnswer : showValue(answer)}</code>
      {lists.map(({ listId, revision }) => (
        <span key={listId}>
          {' · '}
          {permissions.includes('data_lists:read') ? (
            <Link to="/$organizationId/lists/$listId" params={{ organizationId, listId }} search={{ revision }}>
              {text.listThen(revision)}
            </Link>
          ) : (
            text.listThen(revision)
          )}
        </span>
      ))}
      {Object.entries(watchlists).map(([code, version]) => (
        <span key={code}>{` · ${code} ${version}`}</span>
      ))}
    </li>
  );
}
