import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { answerOf, clientOf } from '../../data/client.js';
import { readPages } from '../../data/read-pages.js';
import { useApi } from '../../shell/place.js';
import type { ImportsSearch, Kind, Target } from './model/imports-search.js';

export type Job = components['schemas']['BatchJobRecordDto'];

/** A row of an import that was not stored. */
export interface RowFailure {
  readonly key: string;
  readonly code: string;
  readonly message: string;
}

const pageSize = 50;

export const jobsQuery = (organizationId: string, search: ImportsSearch) =>
  queryOptions({
    queryKey: [organizationId, 'imports', 'list', search],
    queryFn: ({ signal }) => {
      const params = { query: { ...search, limit: pageSize } };
      return answerOf(clientOf(organizationId).GET('/batch-import/jobs', { params, signal }));
    },
    placeholderData: keepPreviousData,
  });

export const jobQuery = (organizationId: string, id: string) =>
  queryOptions({
    queryKey: [organizationId, 'imports', id],
    queryFn: async ({ signal }) => {
      const params = { path: { id } };
      const answer = await answerOf(clientOf(organizationId).GET('/batch-import/jobs/{id}', { params, signal }));
      if (!('job' in answer)) throw new Error('failures cannot be read');
      return answer.job;
    },
  });

/** The rows that were not stored, as far as they are reported. */
export const failuresQuery = (organizationId: string, { jobId, failed }: Job, mayRead: boolean) =>
  queryOptions({
    queryKey: [organizationId, 'imports', jobId, 'failures', failed],
    queryFn: async ({ signal }) => {
      const params = { path: { id: jobId }, query: { include: ['failures' as const] } };
      const answer = await answerOf(clientOf(organizationId).GET('/batch-import/jobs/{id}', { params, signal }));
      const failures = 'failures' in answer ? answer.failures : [];
      return failures.map((failure, place): RowFailure => {
        const { code, message } = failure;
        const name = 'rowKey' in failure ? failure.rowKey : (failure.externalId ?? `${failure.index + 1}.`);
        return { key: `${place} ${name}`, code, message: `${name}: ${message}` };
      });
    },
    enabled: mayRead && failed > 0,
    staleTime: Infinity,
  });

export const mappingsQuery = (organizationId: string, target: Target) =>
  queryOptions({
    queryKey: [organizationId, 'imports', 'mappings', target],
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const params = { query: { ...page, target: [target] } };
        const answer = await answerOf(clientOf(organizationId).GET('/batch-import/mappings', { params, signal }));
        return { rows: answer.mappings, pagination: answer.pagination };
      }),
  });

/** A file, and the target of its rows. */
export interface ChosenFile {
  readonly target: Target;
  readonly file: File;
  readonly mappingId: string | null;
}

const formOf = (file: File, fields: Readonly<Record<string, string | null>>): FormData => {
  const form = new FormData();
  form.append('file', file, file.name);
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, value);
  return form;
};

/** A form is sent unchanged, because the browser adds its boundaries. */
const asForm = (form: FormData) => ({ body: form as never, bodySerializer: () => form });

const uploadPaths = {
  transaction: '/batch-import/import/transactions',
  entity_mixed: '/batch-import/import/entities',
  entity_person: '/batch-import/import/entities',
  entity_company: '/batch-import/import/entities',
  user_event: '/batch-import/import/user-events',
} as const;

const reportPaths = {
  transaction_batch: {
    failures: '/batch-import/transaction-jobs/{id}/failures.csv',
    skips: '/batch-import/transaction-jobs/{id}/skips.csv',
  },
  entity_batch: {
    failures: '/batch-import/entity-jobs/{id}/failures.csv',
    skips: '/batch-import/entity-jobs/{id}/skips.csv',
  },
  user_event_batch: { failures: '/batch-import/user-event-jobs/{id}/failures.csv', skips: null },
} as const;

export const hasSkips = (kind: Kind): boolean => reportPaths[kind].skips !== null;

/** Returns the rows that were not stored, as the server writes them. */
export async function readReport(organizationId: string, { kind, jobId }: Job, what: 'failures' | 'skips') {
  const path = reportPaths[kind][what];
  if (path === null) throw new Error(`${kind} has no ${what}`);
  const params = { path: { id: jobId } };
  return answerOf(clientOf(organizationId).GET(path, { params, parseAs: 'text' }));
}

export interface NewMapping {
  readonly name: string;
  readonly target: Target;
  readonly columnMapping: Readonly<Record<string, string>>;
}

/** Provides the operations on files and imports. */
export function useImportActs() {
  const { organizationId, api } = useApi();
  const queries = useQueryClient();
  const onSuccess = (): Promise<void> => queries.invalidateQueries({ queryKey: [organizationId, 'imports'] });
  const checking = useMutation({
    mutationFn: ({ target, file, mappingId }: ChosenFile) =>
      answerOf(api.POST('/batch-import/validate-csv', asForm(formOf(file, { target, mappingId })))),
  });
  const starting = useMutation({
    mutationFn: ({ target, file, mappingId, handling }: ChosenFile & { readonly handling: string }) => {
      const form = formOf(file, { mappingId, batchErrorHandling: handling });
      return answerOf(api.POST(uploadPaths[target], asForm(form)));
    },
    onSuccess,
  });
  const mapping = useMutation({
    mutationFn: (body: NewMapping) => answerOf(api.POST('/batch-import/mappings', { body })),
    onSuccess,
  });
  const controlling = useMutation({
    mutationFn: ({ job, action }: { readonly job: Job; readonly action: 'pause' | 'resume' | 'cancel' }) =>
      answerOf(
        api.POST('/batch-import/jobs/{id}/control', {
          params: { path: { id: job.jobId } },
          body: { kind: job.kind, action },
        }),
      ),
    onSuccess,
  });
  return { checking, starting, mapping, controlling };
}
