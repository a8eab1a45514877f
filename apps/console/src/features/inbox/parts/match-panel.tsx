import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Facts, PanelHead } from '../../../shell/open-panel.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { Actions, Button, FailureNotice, Loading } from '../../../ui/index.js';
import { matchQuery } from '../queries.js';
import { AssignButton } from './assign-button.js';
import { AssigneeName } from './assignee-name.js';
import { type Sent, useDecision } from './use-decision.js';
import { Ask, Reason } from './work-dialogs.js';

type Decision = 'confirmed' | 'dismissed';

/** Shows the listed person or company next to the party that it may be. */
export function MatchPanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const text = useText();
  const { organizationId, api } = useApi();
  const missing = useRefusal()('alerts:resolve');
  const [asked, setAsked] = useState<Decision | null>(null);
  const [reason, setReason] = useState('');
  const { data, error, refetch } = useQuery(matchQuery(organizationId, id));
  const deciding = useDecision(async (body: Sent<Decision>) => {
    const answer = await answerOf(api.POST('/screening-matches/{id}/decide', { params: { path: { id } }, body }));
    return 'approval' in answer ? text.inbox.waitsForSecond : text.inbox.decided;
  });
  if (error && !data) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading>{text.shell.loading}</Loading>;
  const { match } = data;
  const { entry } = match;
  const refused = missing === null ? null : text.shell.needs(missing);
  const send = (): void => {
    if (asked === null || reason.trim() === '') return;
    // A decided match is decided again by replacing the known decision; this fails if somebody has decided differently meanwhile.
    const replaces = match.state === 'open' ? null : match.decisionId;
    deciding.mutate({ decision: asked, reason: reason.trim(), ...(replaces !== null && { replaces }) });
    setReason('');
    setAsked(null);
  };
  return (
    <>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      <PanelHead title={entry.names[0]?.text ?? match.entryId} onClose={onClose} />
      <MatchFacts data={data} />
      {deciding.error && <FailureNotice error={deciding.error} />}
      {match.endedAt === null && (
        <Actions>
          {match.state !== 'confirmed' && (
            <Button refused={refused} onClick={() => setAsked('confirmed')}>
              {text.inbox.confirm}
            </Button>
          )}
          {match.state !== 'dismissed' && (
            <Button refused={refused} onClick={() => setAsked('dismissed')}>
              {text.inbox.dismiss}
            </Button>
          )}
          {match.state === 'open' && <AssignButton kind="matches" id={id} />}
        </Actions>
      )}
      {asked && (
        <Ask
          title={asked === 'confirmed' ? text.inbox.confirmTitle : text.inbox.dismissTitle}
          label={asked === 'confirmed' ? text.inbox.confirmTitle : text.inbox.dismissTitle}
          onSend={send}
          onClose={() => setAsked(null)}
        >
          <p>{text.inbox.matchFinal}</p>
          <Reason value={reason} onChange={setReason} isRequired />
        </Ask>
      )}
    </>
  );
}

/** Shows the list entry, the similarities, and the latest decision. */
function MatchFacts({ data }: { readonly data: components['schemas']['StoredMatchResponseDto'] }) {
  const text = useText();
  const formats = useFormats();
  const { match, decisions } = data;
  const { entry, explanation } = match;
  return (
    <Facts
      facts={[
        [text.inbox.party, explanation.ourName],
        [text.inbox.columns.priority, text.inbox.score(formats.share(match.score))],
        [text.inbox.list, match.list],
        [text.inbox.names, entry.names.map((name) => name.text).join(' · ')],
        [text.inbox.born, entry.births.map(({ from, to }) => (from === to ? from : `${from} – ${to}`)).join(' · ')],
        [text.inbox.countries, entry.countries.join(', ')],
        [text.inbox.topics, entry.topics.join(', ')],
        [text.inbox.columns.status, <span data-match-state={match.state}>{text.inbox.matchStates[match.state]}</span>],
        [text.inbox.columns.who, <AssigneeName id={match.assignedTo} />],
        [text.inbox.reason, decisions[0]?.reason],
        [text.inbox.decidedBy, decisions[0]?.decidedBy.name],
        [text.inbox.askedBy, decisions[0]?.requestedBy?.name],
      ]}
    />
  );
}
