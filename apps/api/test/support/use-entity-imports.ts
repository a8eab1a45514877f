import { type FormFile, sendForm } from './send-form.js';
import type { Call, TestApi, TestResponse } from './start-test-api.js';
import { waitUntil } from './wait-until.js';

export type Fields = Readonly<Record<string, string>>;
type Members = Readonly<Record<string, unknown>> & { readonly jobId: string };

/** Operations to send entity files, and to read the results. */
export interface EntityImports {
  readonly upload: (
    files: readonly FormFile[],
    fields?: Fields,
    more?: Pick<Call, 'headers' | 'key'>,
  ) => Promise<TestResponse>;
  /** Sends a file that consists of the lines. */
  readonly sendLines: (lines: readonly string[], fields?: Fields) => Promise<TestResponse>;
  /** Returns the job after it has ended. */
  readonly ended: (jobId: string, key?: string) => Promise<Members>;
  /** Sends a file that is accepted, and returns the job after it has ended. */
  readonly done: (files: readonly FormFile[], fields?: Fields) => Promise<Members>;
  readonly report: (jobId: string) => Promise<Members>;
  readonly byTaxId: (taxId: string) => Promise<TestResponse>;
  readonly byExternalId: (externalId: string) => Promise<TestResponse>;
}

export function useEntityImports(api: () => TestApi): EntityImports {
  const upload: EntityImports['upload'] = (files, fields = {}, more = {}) =>
    sendForm(api(), '/batch-import/import/entities', files, fields, more);
  const ended = async (jobId: string, key?: string): Promise<Members> => {
    let found: Members = { jobId };
    await waitUntil(async () => {
      found = (
        (await api().call(`/batch-import/jobs/${jobId}`, { ...(key !== undefined && { key }) })).body as {
          job: Members;
        }
      ).job;
      return found['completedAt'] !== null;
    });
    return found;
  };
  return {
    upload,
    sendLines: (lines, fields) => upload([['a.csv', lines.join('\n')]], fields),
    ended,
    done: async (files, fields) => {
      const { status, body, text } = (await upload(files, fields)) as { status: number; body: unknown; text: string };
      if (status !== 202) throw new Error(text);
      return ended((body as { jobId: string }).jobId);
    },
    report: async (jobId) => (await api().call(`/batch-import/entity-jobs/${jobId}/failures`)).body as Members,
    byTaxId: (taxId) => api().call(`/entities/by-tax-id/${encodeURIComponent(taxId)}`),
    byExternalId: (externalId) => api().call(`/entities/by-external-id/${encodeURIComponent(externalId)}`),
  };
}
