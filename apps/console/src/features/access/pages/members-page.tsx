import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionQuery } from '../../../data/session.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useLiveReads } from '../../../shell/live.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Badge, Button, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { adminPage, Choice, Head, SecretDialog, useRefused } from '../../admin/index.js';
import { InviteDialog } from '../parts/invite-dialog.js';
import { MemberActions } from '../parts/member-actions.js';
import { Teams } from '../parts/teams.js';
import { linkOf, type OneTimeLink, useMemberWork } from '../parts/use-member-work.js';
import { rolesQuery } from '../../../data/members.js';
import { type Member, membersQuery, type Role } from '../reads.js';

export const MembersPage = adminPage({
  permission: 'members:read',
  titleOf: ({ access }) => access.members,
  Content: Members,
});

function Members() {
  const text = useAdminText().access;
  const { shell } = useText();
  const { organizationId, permissions } = usePlace();
  const refusal = useRefused()('members:manage', true);
  const list = useQuery(membersQuery(organizationId));
  const { data: roles = [] } = useQuery(rolesQuery(organizationId, permissions.includes('roles:read')));
  const [isInviting, setInviting] = useState(false);
  const [link, setLink] = useState<OneTimeLink | null>(null);
  useLiveReads(['member:changed'], () => void list.refetch());
  useRowKeys();
  useKeys(refusal === null ? { i: () => setInviting(true) } : {});
  return (
    <>
      <Head title={text.members} tells={text.membersTell}>
        <Button look="main" refused={refusal} onClick={() => setInviting(true)}>
          {text.invite} <kbd>i</kbd>
        </Button>
      </Head>
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {list.data && <MemberTable members={list.data} roles={roles} refusal={refusal} onLink={setLink} />}
      {list.data?.length === 1 && (
        <Empty title={text.alone}>
          <p>{text.aloneTells}</p>
        </Empty>
      )}
      {list.data && <Teams members={list.data} refusal={refusal} />}
      {isInviting && <InviteDialog roles={roles} onLink={setLink} onClose={() => setInviting(false)} />}
      {link && (
        <SecretDialog
          title={text.link}
          tells={text.linkTells(link.email)}
          label={text.link}
          secret={linkOf(link)}
          onClose={() => setLink(null)}
        />
      )}
    </>
  );
}

interface TableProps {
  readonly members: readonly Member[];
  readonly roles: readonly Role[];
  readonly refusal: string | null;
  readonly onLink: (link: OneTimeLink) => void;
}

function MemberTable({ members, ...rest }: TableProps) {
  const { columns } = useAdminText().access;
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{columns.person}</th>
            <th scope="col">{columns.status}</th>
            <th scope="col">{columns.role}</th>
            <th scope="col">{columns.environments}</th>
            <th scope="col">{columns.lastSeen}</th>
            <th scope="col">{columns.actions}</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const signs = { invited: '◔', active: '●', deactivated: '○' } as const;
const environments = ['both', 'production', 'sandbox', 'none'] as const;

interface RowProps extends Omit<TableProps, 'members'> {
  readonly member: Member;
}

function MemberRow({ member, roles, refusal, onLink }: RowProps) {
  const text = useAdminText().access;
  const { data: session } = useQuery(sessionQuery);
  const { change, changed } = useMemberWork(member, onLink);
  const readAgain = (): void => void changed().then(change.reset);
  const { role, email, displayName, status, environmentAccess, lastLoginAt } = member;
  const isMe = member.userId !== null && session?.user.id === member.userId;
  const isFixed = refusal !== null || change.isPending;
  const choices = roles.some(({ id }) => id === role.id) ? roles : [role, ...roles];
  return (
    <>
      <tr data-member={email}>
        <td>
          <span data-row tabIndex={-1}>
            {displayName || email}
          </span>{' '}
          {displayName !== '' && displayName !== email && <span className={screen['soft']}>{email}</span>}{' '}
          {isMe && `(${text.you})`}
        </td>
        <td>
          <Badge sign={signs[status]}>{text.statuses[status]}</Badge>
        </td>
        <td>
          <Choice
            isBare
            label={text.roleOf(email)}
            value={role.id}
            disabled={isFixed}
            options={choices.map(({ id, name }) => [id, name] as const)}
            onChange={(roleId) => change.mutate({ roleId })}
          />
        </td>
        <td>
          <Choice
            isBare
            label={text.environmentsOf(email)}
            value={environmentAccess}
            disabled={isFixed}
            options={environments.map((each) => [each, text.environments[each]] as const)}
            onChange={(each) => change.mutate({ environmentAccess: each })}
          />
        </td>
        <td>{lastLoginAt === null ? text.never : <Time at={lastLoginAt} />}</td>
        <td>
          {refusal === null && (
            <MemberActions
              member={member}
              isMe={isMe}
              onStatus={(next) => change.mutate({ status: next })}
              onLink={onLink}
            />
          )}
        </td>
      </tr>
      {change.error && (
        <tr>
          <td colSpan={6}>
            <FailureNotice error={change.error} onReadAgain={readAgain} />
          </td>
        </tr>
      )}
    </>
  );
}
