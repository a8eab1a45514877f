import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useLiveReads } from '../../../shell/live.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Badge } from '../../../ui/index.js';
import { dryRunsQuery, isUnfinished, Progress, StatusBadge } from '../../dry-runs/index.js';
import { JobActions, JobBadge, JobProgress, jobsQuery } from '../../imports/index.js';
import { slowest, type Summary, unknownRises } from '../model/shown-figures.js';
import { ruleTotalsQuery } from '../queries.js';
import { Answered, Permitted, Tile } from './tile.js';

const mostShown = 5;

/** Which rules take the most time, and which are unknown more often than before. */
export function RulesTile() {
  const text = useAdminText().operations;
  return (
    <Tile name="rules" title={text.tiles.rules}>
      <Permitted permission="rules:read">
        <RuleFigures />
      </Permitted>
    </Tile>
  );
}

function RuleFigures() {
  const text = useAdminText().operations;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const rules = useQuery(ruleTotalsQuery(organizationId));
  const linkTo = (ruleId: string, key: string) => (
    <Link to="/$organizationId/rules/$ruleId/health" params={{ organizationId, ruleId }}>
      {key}
    </Link>
  );
  return (
    <Answered query={rules}>
      {({ now, before }) => {
        const slow = slowest(now, mostShown);
        const rises = unknownRises(now, before).slice(0, mostShown);
        return (
          <>
            <h3>{text.byTime}</h3>
            {slow.length === 0 && <p className={screen['soft']}>{text.noRuns}</p>}
            <ul className={screen['entries']} data-slow-rules>
              {slow.map(({ ruleId, key, totals }) => (
                <li key={ruleId}>
                  {linkTo(ruleId, key)} {formats.share(totals.latencyShare ?? 0)}
                </li>
              ))}
            </ul>
            <h3>{text.unknownsUp}</h3>
            {rises.length === 0 && <p className={screen['soft']}>{text.noUnknowns}</p>}
            <ul className={screen['entries']}>
              {rises.map((rise) => (
                <li key={rise.ruleId} data-unknown-up>
                  ▲ {linkTo(rise.ruleId, rise.key)} {formats.share(rise.before)} → {formats.share(rise.now)}
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Answered>
  );
}

/** Dry runs and imports in progress, with the actions for each. */
export function WorkTile() {
  const text = useAdminText().operations;
  return (
    <Tile name="work" title={text.tiles.work}>
      <h3>{text.dryRuns}</h3>
      <Permitted permission="rules:execute">
        <DryRuns />
      </Permitted>
      <h3>{text.imports}</h3>
      <Permitted permission="batch:read">
        <Imports />
      </Permitted>
    </Tile>
  );
}

function DryRuns() {
  const text = useAdminText().operations;
  const { dryRuns: names } = useText();
  const { organizationId } = usePlace();
  const runs = useQuery(dryRunsQuery(organizationId, {}));
  useLiveReads(['rule:dry-run-progress', 'rule:dry-run-finished'], () => void runs.refetch());
  return (
    <Answered query={runs}>
      {({ dryRuns }) => {
        const open = dryRuns.filter(isUnfinished);
        if (open.length === 0) return <p className={screen['soft']}>{text.nothingRuns}</p>;
        return (
          <ul className={screen['entries']}>
            {open.map((run) => (
              <li key={run.id} data-dry-run={run.status}>
                <Link to="/$organizationId/dry-runs/$dryRunId" params={{ organizationId, dryRunId: run.id }}>
                  {run.name ?? names.unnamed}
                </Link>{' '}
                <StatusBadge status={run.status} />
                <Progress run={run} kind="dryRun" />
              </li>
            ))}
          </ul>
        );
      }}
    </Answered>
  );
}

function Imports() {
  const text = useAdminText();
  const { organizationId } = usePlace();
  const jobs = useQuery(jobsQuery(organizationId, {}));
  useLiveReads(['batch-job:progress', 'batch-job:finished'], () => void jobs.refetch());
  return (
    <Answered query={jobs}>
      {({ jobs: found }) => {
        const open = found.filter(isUnfinished);
        if (open.length === 0) return <p className={screen['soft']}>{text.operations.nothingRuns}</p>;
        return (
          <ul className={screen['entries']}>
            {open.map((job) => (
              <li key={job.jobId} data-import={job.status}>
                <Link to="/$organizationId/operate/imports/$jobId" params={{ organizationId, jobId: job.jobId }}>
                  {text.imports.kinds[job.kind]}
                </Link>{' '}
                <JobBadge job={job} /> <JobProgress job={job} />
                <JobActions job={job} />
              </li>
            ))}
          </ul>
        );
      }}
    </Answered>
  );
}

const needs = [
  ['guardsTripped', '/$organizationId/rules', { tripped: true }],
  ['rulesDrifted', '/$organizationId/rules'],
  ['webhooksFailing', '/$organizationId/operate/webhooks'],
  ['deliveriesWaiting', '/$organizationId/operate/webhooks'],
  ['circuitsOpen', '/$organizationId/settings/integrations'],
  ['replayDifferences', null],
] as const;

/** Waiting deliveries are normal. Any other count here needs attention. */
const isUsual = (name: (typeof needs)[number][0], count: number): boolean =>
  count === 0 || name === 'deliveriesWaiting';

/** What needs attention. */
export function AttentionTile({ summary }: { readonly summary: UseQueryResult<Summary> }) {
  const text = useAdminText().operations;
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <Tile name="attention" title={text.tiles.attention}>
      <Answered query={summary}>
        {({ counts }) => (
          <ul className={screen['entries']}>
            {needs.map(([name, path, search = {}]) => (
              <li key={name} data-need={name} data-count={counts[name]}>
                <Badge
                  tone={isUsual(name, counts[name]) ? 'plain' : 'warning'}
                  sign={isUsual(name, counts[name]) ? '·' : '⚠'}
                >
                  {formats.number(counts[name])}
                </Badge>{' '}
                {path === null ? (
                  text.needs[name]
                ) : (
                  <Link to={path} params={{ organizationId }} search={search}>
                    {text.needs[name]}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Tile>
  );
}
