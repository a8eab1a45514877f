import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { Badge } from '../../../ui/index.js';
import type { Job } from '../queries.js';

const looks = {
  queued: ['plain', '…'],
  running: ['plain', '▶'],
  completed: ['good', '✓'],
  failed: ['error', '✗'],
  cancelled: ['warning', '○'],
  interrupted: ['error', '✗'],
} as const;

export const isPaused = ({ metadata }: Job): boolean => metadata?.['paused'] === true;

/** Shows the status of an import in one word. */
export function JobBadge({ job }: { readonly job: Job }) {
  const text = useAdminText().imports;
  if (isPaused(job))
    return (
      <Badge tone="warning" sign="‖">
        {text.paused}
      </Badge>
    );
  const [tone, sign] = looks[job.status];
  return (
    <Badge tone={tone} sign={sign}>
      {text.statuses[job.status]}
    </Badge>
  );
}

/** Shows how many of its rows are processed. */
export function JobProgress({ job }: { readonly job: Job }) {
  const text = useAdminText().imports;
  const formats = useFormats();
  const { succeeded, failed, skipped, totalItems } = job;
  const done = succeeded + failed + skipped;
  const said = text.progress(formats.number(done), formats.number(totalItems));
  return (
    <>
      <progress aria-label={said} value={done} max={Math.max(1, totalItems)} /> {said}
    </>
  );
}
