import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { csvFile, saveFile } from '../../../data/save-file.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, Dialog, FailureNotice } from '../../../ui/index.js';
import { rightsOf } from '../model/imports-search.js';
import { hasSkips, type Job, readReport, useImportActs } from '../queries.js';
import { isPaused } from './job-badge.js';

/** Pauses, continues or ends an import. */
export function JobActions({ job }: { readonly job: Job }) {
  const text = useAdminText().imports;
  const { shell } = useText();
  const refused = useRefusal()(rightsOf[job.kind].send);
  const { did } = useUndo();
  const { controlling } = useImportActs();
  const [isEnding, setEnding] = useState(false);
  const isLive = job.status === 'queued' || job.status === 'running';
  if (!isLive) return null;
  const needs = refused && shell.needs(refused);
  const waits = isPaused(job);
  const turn = (action: 'pause' | 'resume'): void => {
    const other = action === 'pause' ? 'resume' : 'pause';
    controlling.mutate(
      { job, action },
      {
        onSuccess: () =>
          did(text.did[action], async () => {
            await controlling.mutateAsync({ job, action: other });
            return text.did[other];
          }),
      },
    );
  };
  const cancel = (): void =>
    controlling.mutate({ job, action: 'cancel' }, { onSuccess: () => did(text.did.cancel, null) });
  return (
    <>
      <Actions>
        <Button refused={needs} disabled={controlling.isPending} onClick={() => turn(waits ? 'resume' : 'pause')}>
          {waits ? text.resume : text.pause}
        </Button>
        <Button refused={needs} onClick={() => setEnding(true)}>
          {text.cancel}
        </Button>
      </Actions>
      {controlling.error && <FailureNotice error={controlling.error} />}
      {isEnding && (
        <Dialog title={text.cancel} onClose={() => setEnding(false)}>
          <div className={screen['form']}>
            <p>{job.metadata?.['batchErrorHandling'] === 'rollback_all' ? text.cancelUndoes : text.cancelKeeps}</p>
            <Actions>
              <Button
                look="main"
                onClick={() => {
                  setEnding(false);
                  cancel();
                }}
              >
                {text.cancelNow}
              </Button>
            </Actions>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Provides the rows that were not stored, as files. */
export function ReportButtons({ job }: { readonly job: Job }) {
  const text = useAdminText().imports;
  const { organizationId } = usePlace();
  const reading = useMutation({
    mutationFn: (what: 'failures' | 'skips') => readReport(organizationId, job, what),
    onSuccess: (csv, what) => save(`${what}-${job.jobId}.csv`, csv),
  });
  return (
    <>
      <Actions>
        {job.failed > 0 && <Button onClick={() => reading.mutate('failures')}>{text.failuresCsv}</Button>}
        {job.skipped > 0 && hasSkips(job.kind) && (
          <Button onClick={() => reading.mutate('skips')}>{text.skipsCsv}</Button>
        )}
      </Actions>
      {reading.error && <FailureNotice error={reading.error} />}
    </>
  );
}

const save = (name: string, csv: string): void => saveFile(name, csvFile(csv));
