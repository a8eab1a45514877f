import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useLiveReads } from '../../../shell/live.js';
import { Facts } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { rightsOf, setsOf } from '../model/imports-search.js';
import { JobActions, ReportButtons } from '../parts/job-actions.js';
import { RuleSets } from '../parts/rule-sets.js';
import { JobBadge, JobProgress } from '../parts/job-badge.js';
import { failuresQuery, type Job, jobQuery } from '../queries.js';

/** The number of rows that the page shows; the file contains all of them. */
const shownFailures = 500;

export function ImportPage() {
  const text = useAdminText().imports;
  return (
    <Guarded title={text.title} permission="batch:read">
      <OneImport />
    </Guarded>
  );
}

function OneImport() {
  const text = useAdminText().imports;
  const { shell } = useText();
  const formats = useFormats();
  const { organizationId, jobId } = useParams({ from: '/$organizationId/operate/imports/$jobId' });
  const { data: job, error, isPending, refetch } = useQuery(jobQuery(organizationId, jobId));
  useLiveReads(['batch-job:progress', 'batch-job:finished'], () => void refetch(), `job:${jobId}`);
  return (
    <>
      <p>
        <Link to="/$organizationId/operate/imports" params={{ organizationId }}>
          ← {text.title}
        </Link>
      </p>
      {error && !job && <RecordFailure title={text.title} error={error} retry={() => void refetch()} />}
      {error && job && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{shell.loading}</Loading>}
      {job && (
        <>
          <div className={screen['head']}>
            <h1>{text.oneTitle(text.kinds[job.kind], formats.time(job.createdAt))}</h1>
            <JobActions job={job} />
          </div>
          {job.jobFailure && (
            <Notice kind="warning">
              <p lang="en">{job.jobFailure.message}</p>
            </Notice>
          )}
          <Facts
            facts={[
              [text.columns.state, <JobBadge job={job} />],
              [text.columns.progress, <JobProgress job={job} />],
              [text.succeeded, <span data-succeeded={job.succeeded}>{formats.number(job.succeeded)}</span>],
              [text.columns.failed, <span data-failed={job.failed}>{formats.number(job.failed)}</span>],
              [text.columns.skipped, formats.number(job.skipped)],
              [text.endedAt, job.completedAt && <Time key="completedAt" at={job.completedAt} look="both" />],
              [text.ruleSets, setsOf(job).length === 0 ? null : <RuleSets versions={setsOf(job)} />],
            ]}
          />
          <Failures job={job} />
        </>
      )}
    </>
  );
}

function Failures({ job }: { readonly job: Job }) {
  const text = useAdminText().imports;
  const { shell } = useText();
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  const { send, read } = rightsOf[job.kind];
  const mayRead = permissions.includes(send) || permissions.includes(read);
  const { data, error, isPending, refetch } = useQuery(failuresQuery(organizationId, job, mayRead));
  if (job.failed === 0 && job.skipped === 0) return null;
  if (!mayRead) return <p>{shell.missingPermissionTells(read)}</p>;
  const shown = data?.slice(0, shownFailures) ?? [];
  return (
    <section aria-label={text.failures}>
      <h2>{text.failures}</h2>
      <ReportButtons job={job} />
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {job.failed > 0 && isPending && <Loading>{shell.loading}</Loading>}
      {shown.length > 0 && (
        <div className={screen['wide']}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.columns.code}</th>
                <th scope="col">{text.columns.problem}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ key, code, message }) => (
                <tr key={key} data-failure>
                  <td>
                    <code>{code}</code>
                  </td>
                  <td lang="en">{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.length > shown.length && <p>{text.onlyFirst(formats.number(shown.length))}</p>}
    </section>
  );
}
