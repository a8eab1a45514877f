import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Time, ToldTime } from '../../../shell/time.js';
import { Badge } from '../../../ui/index.js';
import { ruleSetQuery } from '../../releases/index.js';
import { DecisionBadge, decisions as decisionNames } from '../../transactions/index.js';
import { minutesOf, sharesOf, type Summary } from '../model/shown-figures.js';
import classes from '../operations.module.css';
import { decisionsQuery, readinessQuery, seriesQuery } from '../queries.js';
import { Answered, Permitted, Spark, Tile } from './tile.js';

interface SummaryProps {
  readonly summary: UseQueryResult<Summary>;
}

const looks = { ok: ['good', '●'], degraded: ['warning', '◐'], stopping: ['error', '○'] } as const;

/** Whether the server accepts requests, its processes, and the active rules. */
export function StateTile({ summary }: SummaryProps) {
  const text = useAdminText().operations;
  const { organizationId } = usePlace();
  const ready = useQuery(readinessQuery(organizationId));
  return (
    <Tile name="state" title={text.tiles.state}>
      <Answered query={ready}>
        {({ status, reason }) => (
          <div>
            <Badge tone={looks[status][0]} sign={looks[status][1]}>
              {text.readiness[status]}
            </Badge>
            {reason !== undefined && <p lang="en">{reason}</p>}
          </div>
        )}
      </Answered>
      <Answered query={summary}>{({ processes }) => <Processes processes={processes} />}</Answered>
      <Permitted permission="rules:read">
        <RuleSet />
      </Permitted>
    </Tile>
  );
}

function Processes({ processes }: Pick<Summary, 'processes'>) {
  const text = useAdminText().operations;
  const formats = useFormats();
  const silent = processes.filter(({ isHeard }) => !isHeard).length;
  return (
    <>
      <p>{text.processes(formats.number(processes.length), processes.length)}</p>
      {silent > 0 && (
        <Badge tone="warning" sign="!">
          {text.silent(formats.number(silent))}
        </Badge>
      )}
    </>
  );
}

function RuleSet() {
  const text = useAdminText().operations;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const set = useQuery(ruleSetQuery(organizationId));
  return (
    <Answered query={set}>
      {(found) =>
        found === null ? (
          <p>{text.noRuleSet}</p>
        ) : (
          <p data-rule-set>
            <Link to="/$organizationId/rules/sets" params={{ organizationId }}>
              {text.ruleSet(formats.number(found.number))}
            </Link>{' '}
            <Time at={found.activatedAt} />
          </p>
        )
      }
    </Answered>
  );
}

/** Number of transactions, and the decisions about them. */
export function PaymentsTile({ summary }: SummaryProps) {
  const text = useAdminText().operations;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const series = useQuery(seriesQuery(organizationId));
  return (
    <Tile name="payments" title={text.tiles.payments}>
      <Answered query={summary}>
        {({ payments }) => (
          <p>
            <strong className={classes['big']} data-payments>
              {formats.number(payments.lastMinute)}
            </strong>{' '}
            {text.perMinute}
          </p>
        )}
      </Answered>
      <Answered query={series}>
        {(answer) => {
          const counts = minutesOf(answer).map((minute) => minute.payments);
          return <Spark values={counts} label={text.paymentsTell(formats.number(Math.max(0, ...counts)))} />;
        }}
      </Answered>
      <Permitted permission="transactions:read">
        <Decisions />
      </Permitted>
    </Tile>
  );
}

function Decisions() {
  const text = useAdminText().operations;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const decisions = useQuery(decisionsQuery(organizationId));
  return (
    <Answered query={decisions}>
      {({ totals, countedFrom }) => {
        const shares = sharesOf(totals);
        return (
          <>
            <p className={screen['soft']}>
              {countedFrom === null ? text.lastDay : <ToldTime told={text.countedFrom} at={countedFrom} />}
            </p>
            {shares.length === 0 && <p>{text.noDecisions}</p>}
            <dl className={screen['facts']} data-decisions>
              {shares.map(({ name, count, share }) => (
                <div key={name} style={{ display: 'contents' }}>
                  <dt>
                    {name === 'NONE' ? (
                      text.undecided
                    ) : (
                      <DecisionBadge decision={decisionNames.find((known) => known === name) ?? null} />
                    )}
                  </dt>
                  <dd>
                    {formats.number(count)} · {formats.share(share)}
                  </dd>
                </div>
              ))}
            </dl>
          </>
        );
      }}
    </Answered>
  );
}

/** Duration of decisions, and the waiting work. */
export function LatencyTile({ summary }: SummaryProps) {
  const text = useAdminText().operations;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const series = useQuery(seriesQuery(organizationId));
  const ms = (value: number | null): string => (value === null ? '–' : text.milliseconds(formats.number(value)));
  return (
    <Tile name="latency" title={text.tiles.latency}>
      <Answered query={summary}>
        {({ latency: { p50Ms, p95Ms, p99Ms }, processes, counts }) => (
          <>
            <p className={classes['figures']} data-latency>
              <span>p50 {ms(p50Ms)}</span> <span>p95 {ms(p95Ms)}</span> <span>p99 {ms(p99Ms)}</span>
            </p>
            <dl className={screen['facts']}>
              <dt>{text.engineQueue}</dt>
              <dd>{formats.number(sumOf(processes, 'engineWaiting'))}</dd>
              <dt>{text.threads}</dt>
              <dd>{formats.number(sumOf(processes, 'engineThreads'))}</dd>
              <dt>{text.databaseWaiting}</dt>
              <dd>{formats.number(sumOf(processes, 'databaseWaiting'))}</dd>
              <dt>{text.outboxLag}</dt>
              <dd>{text.seconds(formats.number(Math.round(counts.outboxLagSeconds * 10) / 10))}</dd>
              <dt>{text.heap}</dt>
              <dd>{text.megabytes(formats.number(Math.round(sumOf(processes, 'heapUsedBytes') / 2 ** 20)))}</dd>
            </dl>
          </>
        )}
      </Answered>
      <Answered query={series}>
        {(answer) => {
          const worst = minutesOf(answer).map(({ p95Ms }) => p95Ms);
          return <Spark values={worst} label={text.latencyTells(ms(Math.max(0, ...worst.map((each) => each ?? 0))))} />;
        }}
      </Answered>
    </Tile>
  );
}

type Figure = keyof NonNullable<Summary['processes'][number]['figures']>;

const sumOf = (processes: Summary['processes'], name: Figure): number =>
  processes.reduce((sum, { figures }) => sum + (figures?.[name] ?? 0), 0);
