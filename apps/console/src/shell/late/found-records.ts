import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { components } from '@tamis/client';
import { answerOf, clientOf } from '../../data/client.js';
import { useAdminText } from '../../i18n/admin.js';
import { usePlace } from '../place.js';
import { usePaused } from '../use-paused.js';
import type { Command } from './commands.js';

type FoundKind = components['schemas']['FoundKind'];

const longest = 100;
const shownDetails = 2;

/** Returns the records that the server finds for the typed text: one request after each pause, not after each character. */
export function useFoundRecords(asked: string) {
  const text = useAdminText().commands;
  const navigate = useNavigate();
  const { organizationId } = usePlace();
  const q = usePaused(asked.trim().slice(0, longest));
  const { data, error, isFetching } = useQuery({
    queryKey: [organizationId, 'search', q],
    queryFn: ({ signal }) => answerOf(clientOf(organizationId).GET('/search', { params: { query: { q } }, signal })),
    enabled: q.length > 1,
  });
  const open = (kind: FoundKind, id: string): void =>
    void {
      transaction: () =>
        navigate({
          to: '/$organizationId/payments/$transactionId/why',
          params: { organizationId, transactionId: id },
        }),
      entity: () => navigate({ to: '/$organizationId/parties/$entityId', params: { organizationId, entityId: id } }),
      rule: () => navigate({ to: '/$organizationId/rules/$ruleId', params: { organizationId, ruleId: id } }),
      case: () => navigate({ to: '/$organizationId/cases/$caseId', params: { organizationId, caseId: id } }),
    }[kind]();
  const found = (q === '' ? [] : (data?.results ?? [])).map(({ kind, id, title, details }): Command => ({
    id,
    name: [title, ...details.slice(0, shownDetails)].join(' – '),
    kind: text.foundKinds[kind],
    run: () => open(kind, id),
  }));
  return { found, error, isFetching: isFetching || q !== asked.trim().slice(0, longest) };
}
