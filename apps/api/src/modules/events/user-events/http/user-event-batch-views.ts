import { type BatchReport, reportView } from '../../batch-jobs/index.js';
import type { UserEventFailuresDto } from '../dto/user-event.dto.js';

export const userEventFailures = (job: BatchReport): UserEventFailuresDto =>
  reportView(
    job,
    job.errors.map(({ index, externalId, code, message }) => ({ rowKey: externalId ?? String(index), code, message })),
  );
