import type { components } from '@tamis/client';
import { queryOptions } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../../data/client.js';
import { readPages } from '../../../data/read-pages.js';
import { readMatrices } from '../queries.js';

type Matrix = Pick<components['schemas']['RiskMatrixRecordDto'], 'key' | 'status' | 'targetEntityTypes'>;

const targetWords = {
  person: 'person',
  company: 'company',
  transaction: 'transaction',
  user_event: 'userEvent',
} as const;

/** Returns declarations of the matrices, with everything that is needed to check a rule that refers to one. */
const matrixTexts = (matrices: readonly Matrix[]): string =>
  matrices
    .filter(({ status, targetEntityTypes }) => status !== 'archived' && targetEntityTypes.length > 0)
    .map((matrix) => {
      const targets = matrix.targetEntityTypes.map((target) => targetWords[target]);
      return `matrix ${matrix.key} "${matrix.key}" {\n  on ${targets.join(', ')}\n}\n`;
    })
    .join('');

/** Names that rule text may use in addition to the language: matrices, shared names, data lists, custom currencies. */
export const namesQuery = (organizationId: string, permissions: readonly string[]) =>
  queryOptions({
    queryKey: [organizationId, 'rules', 'names'],
    queryFn: async ({ signal }) => {
      const client = clientOf(organizationId);
      const lists = permissions.includes('data_lists:read')
        ? readPages(async (query) => {
            const { data, pagination } = await answerOf(client.GET('/data-lists', { params: { query }, signal }));
            return { rows: data, pagination };
          })
        : [];
      const matrices = permissions.includes('risk_matrices:read') ? readMatrices(organizationId, signal) : [];
      const library = permissions.includes('rules:read')
        ? answerOf(client.GET('/rules/library', { signal }))
        : { source: '' };
      const organization = permissions.includes('organization:read')
        ? answerOf(client.GET('/organizations/{id}', { params: { path: { id: organizationId } }, signal }))
        : null;
      const [ofLists, ofMatrices, { source }, own] = await Promise.all([lists, matrices, library, organization]);
      const shared = [
        { name: 'matrices.rules', source: matrixTexts(ofMatrices) },
        { name: 'library.rules', source },
      ];
      return {
        // Names that the writer cannot read are not marked as errors; the server checks them when the text is saved.
        currencies: own?.organization.currencyCodes ?? ('any' as const),
        areMatricesHidden: !permissions.includes('risk_matrices:read'),
        lists: ofLists.map(({ name, type }) => ({ name, type })),
        shared: shared.filter((each) => each.source.trim() !== ''),
      };
    },
    staleTime: 30_000,
  });
