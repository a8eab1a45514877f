import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { FailureNotice, Loading } from '../../../ui/index.js';
import classes from '../editor.module.css';
import { mostFrequentFirst, undecidedBecause } from '../model/unknown-causes.js';
import { ruleQuery, ruleTotalsQuery, undecidedRunsQuery } from '../queries.js';
import { useChecked } from './use-checked.js';

type Run = components['schemas']['EvaluationDto'];
type Unknownable = components['schemas']['UnknownableDto'];

interface UnknownsPanelProps {
  readonly text: string;
  readonly hasErrors: boolean;
  /** Null: the rule is not stored yet, so it has decided nothing. */
  readonly ruleId: string | null;
}

/** What leaves the rule neither true nor false: what the text needs that records lack, and the decisions in which it was so. */
export function UnknownsPanel({ text: source, hasErrors, ruleId }: UnknownsPanelProps) {
  const text = useAdminText().unknowns;
  const { shell } = useText();
  const checked = useChecked(source, hasErrors);
  const panel = useRef<HTMLElement>(null);
  const { unknowns: isFirst = false } = useSearch({ strict: false });
  useEffect(() => {
    if (isFirst) panel.current?.focus();
  }, [isFirst]);
  return (
    <section className={classes['panel']} aria-label={text.title} ref={panel} tabIndex={-1}>
      <h2>{text.title}</h2>
      <p className={screen['soft']}>{text.tells}</p>
      {checked.isLoading && <Loading>{shell.loading}</Loading>}
      {checked.data && <Fields rows={checked.data.unknownable} />}
      {ruleId !== null && <Runs ruleId={ruleId} />}
    </section>
  );
}

function Fields({ rows }: { readonly rows: readonly Unknownable[] }) {
  const text = useAdminText().unknowns;
  const formats = useFormats();
  if (rows.length === 0) return <p>{text.nothing}</p>;
  const measured = rows.find(({ sampleSize }) => sampleSize > 0);
  return (
    <>
      <p>
        {measured?.asOf
          ? text.sample(formats.number(measured.sampleSize), formats.since(measured.asOf, Date.now()))
          : text.noSample}
      </p>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={text.columns.field}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.columns.field}</th>
              <th scope="col">{text.columns.cause}</th>
              <th scope="col" className={screen['number']}>
                {text.columns.share}
              </th>
            </tr>
          </thead>
          <tbody>
            {mostFrequentFirst(rows).map(({ path, cause, share }) => (
              <tr key={`${path} ${cause}`} data-unknownable>
                <td className={classes['breaks']}>
                  <code>{path}</code>
                </td>
                <td className={classes['breaks']}>{text.causes[cause]}</td>
                <td className={screen['number']}>{share === null ? '–' : formats.share(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** How the rule did: how often it was undecided, what that means, and where. */
function Runs({ ruleId }: { readonly ruleId: string }) {
  const text = useAdminText().unknowns;
  const { shell } = useText();
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  const { data: rule } = useQuery(ruleQuery(organizationId, ruleId));
  const totals = useQuery(ruleTotalsQuery(organizationId, ruleId));
  const runs = useQuery(undecidedRunsQuery(organizationId, ruleId));
  const policy = rule && isPolicy(rule.unknown) ? text.policies[rule.unknown] : null;
  const mayList = permissions.includes('transactions:read') && rule?.targetEntityTypes.includes('transaction');
  return (
    <>
      {totals.error && <FailureNotice error={totals.error} retry={() => void totals.refetch()} />}
      {totals.data && (
        <p>
          {totals.data.executions === 0
            ? text.noRuns
            : text.runs(
                formats.number(totals.data.unknowns),
                formats.number(totals.data.executions),
                formats.share(totals.data.unknownRate ?? 0),
              )}{' '}
          {policy}
        </p>
      )}
      <h3>{text.newest}</h3>
      {runs.error && <FailureNotice error={runs.error} retry={() => void runs.refetch()} />}
      {runs.isLoading && <Loading>{shell.loading}</Loading>}
      {runs.data?.length === 0 && <p className={screen['soft']}>{text.noneFound}</p>}
      {runs.data && runs.data.length > 0 && (
        <ul className={classes['findings']}>
          {runs.data.map((run) => (
            <UndecidedRun key={run.id} run={run} ruleId={ruleId} />
          ))}
        </ul>
      )}
      {mayList && runs.data && runs.data.length > 0 && (
        <Link to="/$organizationId/payments" params={{ organizationId }} search={{ ruleId, outcome: 'unknown' }}>
          {text.all}
        </Link>
      )}
    </>
  );
}

function UndecidedRun({ run, ruleId }: { readonly run: Run; readonly ruleId: string }) {
  const text = useAdminText().unknowns;
  const formats = useFormats();
  const causes = undecidedBecause(run, ruleId);
  const [first] = causes;
  return (
    <li data-undecided>
      <div className={classes['breaks']}>
        <RecordLink run={run} />{' '}
        <time dateTime={run.evaluatedAt} className={screen['soft']}>
          {formats.time(run.evaluatedAt)}
        </time>
        {first && (
          <p>
            {text.causes[first.cause]} {first.path !== undefined && <code>{text.of(first.path)}</code>}{' '}
            {causes.length > 1 && text.moreCauses(causes.length - 1)}
          </p>
        )}
      </div>
    </li>
  );
}

/** Where the record is, and why it was decided so. */
function RecordLink({ run: { recordType, recordId, externalId, entityIds } }: { readonly run: Run }) {
  const text = useAdminText().unknowns;
  const { organizationId } = usePlace();
  const name = `${text.records[recordType]} ${externalId ?? recordId}`;
  if (recordType === 'transaction')
    return (
      <Link to="/$organizationId/payments/$transactionId/why" params={{ organizationId, transactionId: recordId }}>
        {name}
      </Link>
    );
  const entityId = recordType === 'user_event' ? entityIds[0] : recordId;
  if (entityId === undefined) return name;
  return (
    <Link to="/$organizationId/parties/$entityId" params={{ organizationId, entityId }}>
      {name}
    </Link>
  );
}

const isPolicy = (word: string): word is 'ignore' | 'review' | 'hit' => ['ignore', 'review', 'hit'].includes(word);
