import { useQuery } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../../data/client.js';
import { readMembers } from '../../../data/members.js';
import { readNumberedPages, readPages } from '../../../data/read-pages.js';
import { teamsQuery } from '../../../data/teams.js';
import { usePlace } from '../../../shell/place.js';

/** An option: its id or code, and its display name. */
export type Choosable = readonly [value: string, name: string];

type Client = ReturnType<typeof clientOf>;

interface Source {
  readonly permission: string;
  readonly read: (client: Client, organizationId: string, signal: AbortSignal) => Promise<readonly Choosable[]>;
}

const readIntegrations = async (
  client: Client,
  signal: AbortSignal,
): Promise<readonly { code: string; name: string; type: string }[]> => {
  return readPages(async (page) => {
    const params = { query: { ...page, enabled: true } };
    const answer = await answerOf(client.GET('/marketplace/integrations', { params, signal }));
    return { rows: answer.integrations, pagination: answer.pagination };
  });
};

const named = ({ code, name }: { readonly code: string; readonly name: string }): Choosable => [
  code,
  `${name} (${code})`,
];

const kycType = 'kyc';

/** Sources of the possible references, by their name in the catalogue. Other references are typed. */
const sources: Readonly<Record<string, Source>> = {
  data_list: {
    permission: 'data_lists:read',
    read: (client, _, signal) =>
      readPages(async (query) => {
        const answer = await answerOf(
          client.GET('/data-lists', { params: { query: { ...query, type: ['custom'] } }, signal }),
        );
        return { rows: answer.data.map(({ id, name }): Choosable => [id, name]), pagination: answer.pagination };
      }),
  },
  webhook: {
    permission: 'webhooks:read',
    read: async (client, _, signal) =>
      (await answerOf(client.GET('/webhook-config', { signal }))).webhooks.map(({ id, name }): Choosable => [id, name]),
  },
  rule: {
    permission: 'rules:read',
    read: (client, _, signal) =>
      readNumberedPages(async (query) => {
        const { rules, totalPages } = await answerOf(client.GET('/rules', { params: { query }, signal }));
        return { rows: rules.map(({ id, name, key }): Choosable => [id, `${name} (${key})`]), totalPages };
      }),
  },
  risk_matrix: {
    permission: 'risk_matrices:read',
    read: (client, _, signal) =>
      readPages(async (query) => {
        const { riskMatrices, pagination } = await answerOf(
          client.GET('/risk-matrices', { params: { query }, signal }),
        );
        return { rows: riskMatrices.map(({ id, name }): Choosable => [id, name]), pagination };
      }),
  },
  integration: {
    permission: 'integrations:read',
    read: async (client, _, signal) =>
      (await readIntegrations(client, signal)).filter(({ type }) => type !== kycType).map(named),
  },
  kyc_integration: {
    permission: 'integrations:read',
    read: async (client, _, signal) =>
      (await readIntegrations(client, signal)).filter(({ type }) => type === kycType).map(named),
  },
  member: {
    permission: 'members:read',
    read: async (_, organizationId, signal) =>
      (await readMembers(organizationId, signal)).flatMap(({ userId, displayName, email }): Choosable[] =>
        // Members who have only been invited cannot be notified.
        userId === null ? [] : [[userId, displayName || email || userId]],
      ),
  },
};

export interface References {
  /** `null` if there is no list of options, so that the value has to be typed. */
  readonly choices: readonly Choosable[] | null;
  readonly isLoading: boolean;
}

/** Options of a reference field, loaded when it is shown. Users who may not read them type the value instead. */
export function useReferences(refersTo: string | undefined): References {
  const { organizationId, permissions } = usePlace();
  const source = refersTo === undefined ? undefined : sources[refersTo];
  const isRead = source !== undefined && permissions.includes(source.permission);
  const { data, isLoading } = useQuery({
    queryKey: [organizationId, 'automations', 'references', refersTo],
    queryFn: ({ signal }) => source!.read(clientOf(organizationId), organizationId, signal),
    enabled: isRead,
    staleTime: 60_000,
  });
  return { choices: data ?? null, isLoading };
}

/** Possible assignees of a case: teams and members, each with its kind. */
export function useAssignees(): { readonly teams: readonly Choosable[]; readonly members: readonly Choosable[] } {
  const { organizationId, permissions } = usePlace();
  const { data: teams } = useQuery(teamsQuery(organizationId, permissions.includes('members:read')));
  const { choices } = useReferences('member');
  return { teams: teams?.map(({ id, name }): Choosable => [id, name]) ?? [], members: choices ?? [] };
}
