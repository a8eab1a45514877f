import type { OutgoingEmail } from '../../../../platform/mail/index.js';
import { limits } from '../../../../platform/limits.js';
import type { BatchJob, BatchStatus, ReportLocale } from './batch-job.js';

interface ReportWords {
  readonly title: string;
  readonly ends: Readonly<Partial<Record<BatchStatus, string>>>;
  readonly counts: Readonly<Record<'totalItems' | 'succeeded' | 'failed' | 'skipped', string>>;
  readonly job: string;
  readonly failures: string;
}

const wordsByLocale: Readonly<Record<ReportLocale, ReportWords>> = {
  en: {
    title: 'Import',
    ends: { completed: 'completed', failed: 'failed', cancelled: 'cancelled', interrupted: 'interrupted' },
    counts: { totalItems: 'Rows', succeeded: 'Stored', failed: 'Not stored', skipped: 'Passed over' },
    job: 'Job',
    failures: 'Rows that were not stored, and why',
  },
  es: {
    title: 'Importación',
    ends: { completed: 'completada', failed: 'fallida', cancelled: 'cancelada', interrupted: 'interrumpida' },
    counts: { totalItems: 'Filas', succeeded: 'Guardadas', failed: 'No guardadas', skipped: 'Omitidas' },
    job: 'Trabajo',
    failures: 'Filas que no se guardaron, y por qué',
  },
  pt: {
    title: 'Importação',
    ends: { completed: 'concluída', failed: 'com falha', cancelled: 'cancelada', interrupted: 'interrompida' },
    counts: { totalItems: 'Linhas', succeeded: 'Gravadas', failed: 'Não gravadas', skipped: 'Ignoradas' },
    job: 'Tarefa',
    failures: 'Linhas que não foram gravadas, e por quê',
  },
};

/** Returns the emails that report the end of a batch, one for each recipient. They contain no data of any row. */
export function reportEmails(job: BatchJob): readonly OutgoingEmail[] {
  const { organizationId, id, status, options } = job;
  const { emails, locale } = options.report ?? { emails: [], locale: 'en' };
  const { title, ends, counts, job: jobWord, failures } = wordsByLocale[locale];
  const names = (options.sources ?? []).map(({ name }) => name.replace(/\s+/g, ' ')).join(', ');
  const lines = Object.entries(counts).map(([member, word]) => `${word}: ${job[member as keyof typeof counts]}`);
  const payload = {
    subject: `${title} ${ends[status] ?? status}${names === '' ? '' : `: ${names}`}`,
    body: [
      ...[...lines, `${jobWord}: ${id}`],
      ...(job.failed > 0 ? [`${failures}: GET /batch-import/entity-jobs/${id}/failures.csv`] : []),
    ].join('\n'),
  };
  const lifeSeconds = limits.notificationLifeSeconds;
  return emails.map((recipient) => ({
    ...{ organizationId, event: 'mail.import_report', recipient, payload, lifeSeconds },
  }));
}
