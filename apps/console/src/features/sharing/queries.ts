import type { components } from '@tamis/client';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, clientOf } from '../../data/client.js';
import { useAdminText } from '../../i18n/admin.js';
import { useApi } from '../../shell/place.js';
import { useUndo } from '../../shell/undo.js';

export type SharedKind = components['schemas']['SharedResourceType'];
export type ChildShare = components['schemas']['ChildShareDto'];
export type SharedResource = components['schemas']['SharedResourceDto'];

/** Something that a parent organization shares with its children. */
export interface Shareable {
  readonly kind: SharedKind;
  readonly id: string;
  readonly name: string;
}

const paths = {
  risk_matrix: '/risk-matrices/{id}/child-share',
  data_list: '/data-lists/{id}/child-share',
  webhook: '/webhook-config/{id}/child-share',
} as const;

const switches = {
  risk_matrix: '/shared-resources/risk_matrix/{id}',
  data_list: '/shared-resources/data_list/{id}',
  webhook: '/shared-resources/webhook/{id}',
} as const;

export const sharePermissions = {
  risk_matrix: 'risk_matrices:share',
  data_list: 'data_lists:share',
  webhook: 'webhooks:share',
} as const satisfies Record<SharedKind, string>;

export const switchPermissions = {
  risk_matrix: 'risk_matrices:edit',
  data_list: 'data_lists:edit',
  webhook: 'webhooks:edit',
} as const satisfies Record<SharedKind, string>;

export const shareQuery = (organizationId: string, { kind, id }: Shareable) =>
  queryOptions({
    queryKey: [organizationId, 'sharing', kind, id],
    queryFn: async ({ signal }) => {
      const asked = clientOf(organizationId).GET(paths[kind], { params: { path: { id } }, signal });
      return (await answerOf(asked)).data.sharedWith;
    },
  });

/** What the parent organization shares with this one. */
export const sharedHereQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [organizationId, 'sharing', 'here'],
    queryFn: async ({ signal }) =>
      (await answerOf(clientOf(organizationId).GET('/shared-resources', { signal }))).resources,
  });

/** What is shared changes the rules, lists and webhooks that are in use. */
function useSharesChanged(organizationId: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const about = ['sharing', 'risk-matrices', 'data-lists', 'webhooks', 'rules', 'rule-sets', 'approvals', 'audit'];
    await Promise.all(about.map((kind) => queries.invalidateQueries({ queryKey: [organizationId, kind] })));
  };
}

export interface Choice {
  readonly childOrganizationIds: readonly string[];
  /** Takes a matrix back even where a child has assigned it. */
  readonly force: boolean;
}

/** Shares with exactly these children. Undo shares with those before. */
export function useShare({ kind, id, name }: Shareable, before: readonly string[], onDone: () => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().sharing;
  const changed = useSharesChanged(organizationId);
  const { did } = useUndo();
  const put = async ({ childOrganizationIds, force }: Choice): Promise<void> => {
    const body = { childOrganizationIds: [...childOrganizationIds], mode: 'replace' as const, ...(force && { force }) };
    await answerOf(api.POST(paths[kind], { params: { path: { id } }, body }));
    await changed();
  };
  return useMutation({
    mutationFn: put,
    onSuccess: (_, { childOrganizationIds }) => {
      did(text.shared(name, childOrganizationIds.length), async () => {
        await put({ childOrganizationIds: before, force: false });
        return text.shared(name, before.length);
      });
      onDone();
    },
  });
}

interface Switch extends Shareable {
  readonly isUsed: boolean;
}

/** Starts or stops using what the parent shares. A matrix may need the approval of a second person. */
export function useSharedSwitch() {
  const { organizationId, api } = useApi();
  const text = useAdminText().sharing;
  const changed = useSharesChanged(organizationId);
  const { did } = useUndo();
  const put = async ({ kind, id, name, isUsed }: Switch) => {
    const answer = await answerOf(
      api.PUT(switches[kind], { params: { path: { id } }, body: { sharedEnabled: isUsed } }),
    );
    await changed();
    const waits = 'approval' in answer;
    return { waits, told: waits ? text.waits(name) : isUsed ? text.nowUsed(name) : text.noLongerUsed(name) };
  };
  return useMutation({
    mutationFn: put,
    onSuccess: ({ told, waits }, asked) =>
      did(told, waits ? null : async () => (await put({ ...asked, isUsed: !asked.isUsed })).told),
  });
}
