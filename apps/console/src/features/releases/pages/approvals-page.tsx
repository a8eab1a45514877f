import type { components } from '@tamis/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { sessionQuery } from '../../../data/session.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useLive } from '../../../shell/live.js';
import { News } from '../../../shell/news.js';
import { Pages } from '../../../shell/pages.js';
import { pageSearch, pagesOf } from '../../../data/paging.js';
import { useApi, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useSteadyRows } from '../../../shell/steady-rows.js';
import { useUndo } from '../../../shell/undo.js';
import { ToldTime } from '../../../shell/time.js';
import { Actions, Badge, Button, Empty, FailureNotice, Field, inputClass, Loading } from '../../../ui/index.js';
import { type ApprovalStatus, approvalStatuses } from '../model/releases-search.js';
import { useActivate } from '../parts/use-activate.js';
import { approvalsQuery, peopleQuery, readActiveSet, ruleKeysQuery, useRulesChanged } from '../queries.js';
import classes from '../releases.module.css';

type Approval = components['schemas']['RuleApprovalDto'];

export function ApprovalsPage() {
  const text = useText().releases;
  return (
    <Guarded title={text.approvals} permission="rules:publish">
      <Approvals />
    </Guarded>
  );
}

function Approvals() {
  const { releases: text, shell } = useText();
  const { organizationId } = usePlace();
  const { status = 'pending', page = 1 } = useSearch({ from: '/$organizationId/rules/approvals' });
  const navigate = useNavigate();
  const list = useQuery(approvalsQuery(organizationId, status, page));
  const { rows, waiting, show } = useSteadyRows({
    key: `${status} ${page}`,
    rows: list.data?.approvals,
    isFetching: list.isFetching,
  });
  const pages = pagesOf(list.data?.pagination.total ?? 0);
  const read = (): void => void list.refetch();
  useLive({ 'rule:approval-requested': read, 'rule:approval-decided': read }, { onGap: read });
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{text.approvals}</h1>
          <p>{text.approvalsTell}</p>
        </div>
      </div>
      <StatusFilter status={status} />
      <News count={waiting} onShow={show} />
      {list.error && <FailureNotice error={list.error} retry={read} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {list.data && rows.length === 0 && waiting === 0 && (
        <Empty title={text.noApprovals}>
          <p>{text.noApprovalsTells}</p>
        </Empty>
      )}
      <ul className={classes['cards']}>
        {rows.map(({ row, isGone }) => (
          <li key={row.id}>
            {/* Of several pages, one that left this one may stand on another. */}
            <ApprovalCard approval={row} isGone={isGone && pages <= 1} />
          </li>
        ))}
      </ul>
      <Pages
        page={page}
        pages={pages}
        onPage={(next) =>
          void navigate({
            to: '/$organizationId/rules/approvals',
            params: { organizationId },
            search: { ...(status !== 'pending' && { status }), ...pageSearch(next) },
          })
        }
      />
    </>
  );
}

function StatusFilter({ status }: { readonly status: ApprovalStatus }) {
  const { releases: text, shell } = useText();
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  return (
    <div className={screen['filters']} role="search" aria-label={shell.filters}>
      <select
        className={inputClass}
        aria-label={text.approvalStatus}
        value={status}
        onChange={(event) =>
          void navigate({
            to: '/$organizationId/rules/approvals',
            params: { organizationId },
            search: { status: event.target.value as ApprovalStatus },
          })
        }
      >
        {approvalStatuses.map((each) => (
          <option key={each} value={each}>
            {text.approvalStatuses[each]}
          </option>
        ))}
      </select>
    </div>
  );
}

function ApprovalCard({ approval, isGone }: { readonly approval: Approval; readonly isGone: boolean }) {
  const { releases: text } = useText();
  const { organizationId, permissions } = usePlace();
  const { data: names } = useQuery(peopleQuery(organizationId, permissions));
  const { data: session } = useQuery(sessionQuery);
  const { action, ruleId, version, reason, requestedBy, requestedAt, expiresAt, decidedBy, comment } = approval;
  const isMine = session?.user.id === requestedBy;
  const nameOf = (id: string): string => (session?.user.id === id ? text.you : (names?.get(id) ?? id));
  const status = isGone ? 'decided' : approval.status;
  return (
    <article className={classes['card']} data-approval={approval.id}>
      <div className={classes['line']}>
        <Badge sign={status === 'pending' ? '◔' : status === 'approved' ? '✓' : '×'}>
          {status === 'decided' ? text.decidedMeanwhile : text.approvalStatuses[status]}
        </Badge>
        <strong>{text.actions[action]}</strong>
        {ruleId !== null && (
          <Link
            to="/$organizationId/rules/$ruleId"
            params={{ organizationId, ruleId }}
            search={action === 'publish' ? { release: true } : {}}
          >
            {text.openRule(version)}
          </Link>
        )}
      </div>
      {action === 'rules' && <ManyRules {...(approval.request as unknown as ManyRulesRequest)} />}
      <p className={screen['soft']}>
        <ToldTime told={(time) => text.askedBy(nameOf(requestedBy), time)} at={requestedAt} look="both" />
        {status === 'pending' && (
          <>
            {' · '}
            <ToldTime told={text.expires} at={expiresAt} />
          </>
        )}
        {decidedBy !== null && ` · ${text.decidedBy(nameOf(decidedBy))}`}
      </p>
      {reason !== null && <blockquote>{reason}</blockquote>}
      {comment !== null && <blockquote>{comment}</blockquote>}
      {status === 'pending' && <Decide approval={approval} isMine={isMine} />}
    </article>
  );
}

interface ManyRulesRequest {
  readonly rules: readonly { readonly id: string; readonly ifVersion: number }[];
}

const firstRules = 5;

/** Names the first rules that wait as one change, and all of them on demand. */
function ManyRules({ rules }: ManyRulesRequest) {
  const { releases: text, parties } = useText();
  const { organizationId, permissions } = usePlace();
  const [isWhole, setWhole] = useState(rules.length <= firstRules);
  const shown = isWhole ? rules : rules.slice(0, firstRules);
  const ids = shown.map(({ id }) => id);
  const { data: keys, error } = useQuery(ruleKeysQuery(organizationId, ids, permissions.includes('rules:read')));
  return (
    <>
      {error && <FailureNotice error={error} />}
      <ul>
        {shown.map(({ id: ruleId, ifVersion }) => (
          <li key={ruleId}>
            <Link to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId }}>
              <code>{keys?.get(ruleId)}</code> {text.openRule(ifVersion)}
            </Link>
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {parties.andMore(rules.length - firstRules)}
        </Button>
      )}
    </>
  );
}

function Decide({ approval, isMine }: { readonly approval: Approval; readonly isMine: boolean }) {
  const { releases: text } = useText();
  const [comment, setComment] = useState('');
  const decide = useDecide(approval.id);
  const isRejectable = comment.trim() !== '';
  return (
    <>
      {!isMine && <Field label={text.comment} value={comment} onChange={(event) => setComment(event.target.value)} />}
      {decide.error && <FailureNotice error={decide.error} />}
      <Actions>
        {isMine ? (
          <Button disabled={decide.isPending} onClick={() => decide.mutate({ how: 'withdraw', comment: '' })}>
            {text.withdraw}
          </Button>
        ) : (
          <Button
            refused={isRejectable ? null : text.needsComment}
            disabled={decide.isPending}
            onClick={() => decide.mutate({ how: 'reject', comment })}
          >
            {text.reject}
          </Button>
        )}
        <Button
          look="main"
          refused={isMine ? text.ownRequest : null}
          disabled={decide.isPending}
          onClick={() => decide.mutate({ how: 'approve', comment })}
        >
          {text.approve}
        </Button>
      </Actions>
    </>
  );
}

interface Decision {
  readonly how: 'approve' | 'reject' | 'withdraw';
  readonly comment: string;
}

function useDecide(id: string) {
  const { organizationId, api } = useApi();
  const text = useText().releases;
  const changed = useRulesChanged(organizationId);
  const { did } = useUndo();
  const { back } = useActivate();
  const params = { path: { id } };
  return useMutation({
    mutationFn: async ({ how, comment: given }: Decision) => {
      const comment = given.trim();
      const before = how === 'approve' ? await readActiveSet(api) : null;
      if (how === 'reject') await answerOf(api.POST('/rules/approvals/{id}/reject', { params, body: { comment } }));
      else {
        const body = comment === '' ? {} : { comment };
        if (how === 'approve') await answerOf(api.POST('/rules/approvals/{id}/approve', { params, body }));
        else await answerOf(api.POST('/rules/approvals/{id}/withdraw', { params, body }));
      }
      return { how, before, after: how === 'approve' ? await readActiveSet(api) : null };
    },
    onSuccess: async ({ how, before, after }) => {
      await changed();
      const isOther = before !== null && after !== null && before.version !== after.version;
      // Approvals of other subjects than rules do not activate another set.
      const told = after && after.number !== before?.number ? text.inForce(after.number) : text.decided[how];
      did(told, isOther ? back(before, after) : null);
    },
  });
}
