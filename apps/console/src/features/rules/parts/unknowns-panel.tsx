import type { components } from '@tamis/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { answerOf, clientOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { FailureNotice, Loading } from '../../../ui/index.js';
import classes from '../editor.module.css';
import { ruleQuery, ruleTotalsQuery } from '../queries.js';
import { useChecked } from './use-checked.js';

type Run = components['schemas']['EvaluationDto'];
type RuleRecord = components['schemas']['RuleRecordDto'];
type Unknownable = components['schemas']['UnknownableDto'];

interface UnknownsPanelProps {
  readonly text: string;
  readonly hasErrors: boolean;
  /** `null` if the rule is not stored yet and therefore has not decided anything. */
  readonly ruleId: string | null;
}

const sampledRuns = 5;

/** The newest evaluations in which a rule was unknown, for records that the user may read. */
const undecidedRunsQuery = (organizationId: string, ruleId: string) =>
  queryOptions({
    queryKey: [organizationId, 'rules', ruleId, 'undecided'],
    queryFn: async ({ signal }) => {
      const query = { ruleId, outcome: 'unknown' as const, limit: sampledRuns };
      return (await answerOf(clientOf(organizationId).GET('/evaluations', { params: { query }, signal }))).evaluations;
    },
  });

/** Why the rule is neither true nor false: fields in the text that records lack, and the evaluations in which it was unknown. */
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
      {checked.data && <UnknownFields rows={checked.data.unknownable} />}
      {ruleId !== null && <Runs ruleId={ruleId} />}
    </section>
  );
}

/** The fields that records lack, the reason, and the share of these records. */
export function UnknownFields({ rows }: { readonly rows: readonly Unknownable[] }) {
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

/** Results of the stored rule: how often it was unknown, what that means, and in which evaluations. */
function Runs({ ruleId }: { readonly ruleId: string }) {
  const text = useAdminText().unknowns;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { data: rule } = useQuery(ruleQuery(organizationId, ruleId));
  const { data, error, refetch } = useQuery(ruleTotalsQuery(organizationId, ruleId));
  return (
    <>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {data && (
        <p>
          {data.executions === 0
            ? text.noRuns
            : text.runs(
                formats.number(data.unknowns),
                formats.number(data.executions),
                formats.share(data.unknownRate ?? 0),
              )}
        </p>
      )}
      {rule && <UndecidedRuns rule={rule} />}
    </>
  );
}

/** What happens if the rule is unknown in an evaluation, and the newest such evaluations. */
export function UndecidedRuns({ rule }: { readonly rule: RuleRecord }) {
  const text = useAdminText().unknowns;
  const { shell } = useText();
  const { organizationId, permissions } = usePlace();
  const { data: runs, error, isLoading, refetch } = useQuery(undecidedRunsQuery(organizationId, rule.id));
  const mayList = permissions.includes('transactions:read') && rule.targetEntityTypes.includes('transaction');
  return (
    <>
      {isPolicy(rule.unknown) && <p>{text.policies[rule.unknown]}</p>}
      <h3>{text.newest}</h3>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isLoading && <Loading>{shell.loading}</Loading>}
      {runs?.length === 0 && <p className={screen['soft']}>{text.noneFound}</p>}
      {runs && runs.length > 0 && (
        <ul className={classes['findings']}>
          {runs.map((run) => (
            <UndecidedRun key={run.id} run={run} ruleId={rule.id} />
          ))}
        </ul>
      )}
      {mayList && runs && runs.length > 0 && (
        <Link
          to="/$organizationId/payments"
          params={{ organizationId }}
          search={{ ruleId: rule.id, outcome: 'unknown' }}
        >
          {text.all}
        </Link>
      )}
    </>
  );
}

function UndecidedRun({ run, ruleId }: { readonly run: Run; readonly ruleId: string }) {
  const text = useAdminText().unknowns;
  const causes = undecidedBecause(run, ruleId);
  const [first] = causes;
  return (
    <li data-undecided>
      <div className={classes['breaks']}>
        <RecordLink run={run} />{' '}
        <time dateTime={run.evaluatedAt} className={screen['soft']}>
          <Time at={run.evaluatedAt} />
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

/** Links to the record and to the explanation of its decision. */
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

/** The most frequent obstacle first. Those that were not measured come last. */
const mostFrequentFirst = (rows: readonly Unknownable[]): readonly Unknownable[] =>
  [...rows].sort((a, b) => (b.share ?? -1) - (a.share ?? -1) || a.path.localeCompare(b.path));

/** Returns why a rule was unknown in an evaluation. With `unknown hit` it is listed among the hits. */
function undecidedBecause({ rulesExecutionSummary: { rulesHit, rulesNoHit } }: Run, ruleId: string) {
  return [...rulesNoHit, ...rulesHit].find((rule) => rule.ruleId === ruleId)?.unknownBecause ?? [];
}

const isPolicy = (word: string): word is 'ignore' | 'review' | 'hit' => ['ignore', 'review', 'hit'].includes(word);
