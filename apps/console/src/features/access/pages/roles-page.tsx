import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { useNavigateIfHere } from '../../../shell/use-is-here.js';
import { Button, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { adminPage, Head, useRefused } from '../../admin/index.js';
import { rightsApart } from '../model/rights.js';
import { RoleForm } from '../parts/role-form.js';
import { rolesQuery } from '../../../data/members.js';
import { membersQuery, type Role } from '../reads.js';

export const RolesPage = adminPage({
  permission: 'roles:read',
  titleOf: ({ access }) => access.roles,
  Content: Roles,
});

function Roles() {
  const text = useAdminText().access;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { open } = useSearch({ from: '/$organizationId/settings/roles' });
  const navigate = useNavigateIfHere();
  const refusal = useRefused()('roles:manage', true);
  const list = useQuery(rolesQuery(organizationId, true));
  const go = (to: string | null): void =>
    void navigate({
      to: '/$organizationId/settings/roles',
      params: { organizationId },
      search: to === null ? {} : { open: to },
    });
  useRowKeys();
  useKeys(refusal === null ? { c: () => go('new') } : {});
  const role = list.data?.find(({ id }) => id === open);
  const isOpen = open === 'new' ? refusal === null : role !== undefined;
  return (
    <>
      <Head title={text.roles} tells={text.rolesTell}>
        <Button look="main" refused={refusal} onClick={() => go('new')}>
          {text.newRole} <kbd>c</kbd>
        </Button>
      </Head>
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {list.data && open !== undefined && !isOpen && <Notice kind="warning">{text.roleGone}</Notice>}
      {list.data && isOpen && (
        <RoleForm key={`${open} ${role?.version}`} role={role} roles={list.data} refusal={refusal} onOpen={go} />
      )}
      {list.data && <RoleTable roles={list.data} open={open} />}
    </>
  );
}

function RoleTable({ roles, open }: { readonly roles: readonly Role[]; readonly open: string | undefined }) {
  const text = useAdminText().access;
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  const { data: members } = useQuery(membersQuery(organizationId, permissions.includes('members:read')));
  const standard = roles.filter(({ isSystem }) => isSystem);
  /** Describes the most similar standard role and the differences from it. */
  const near = (role: Role): string => {
    if (role.isSystem) return text.standard;
    const all = standard.map(({ name, permissions: rights }) => ({ name, ...rightsApart(role.permissions, rights) }));
    const [best] = all.toSorted((one, two) => one.more + one.fewer - two.more - two.fewer);
    return best ? text.near(best.name, best.more, best.fewer) : '';
  };
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.columns.role}</th>
            <th scope="col">{text.columns.about}</th>
            <th scope="col">{text.columns.near}</th>
            <th scope="col" className={screen['number']}>
              {text.columns.rights}
            </th>
            {members && (
              <th scope="col" className={screen['number']}>
                {text.columns.members}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {roles.map((role) => (
            <tr key={role.id} data-role={role.name}>
              <td>
                <Link
                  data-row
                  to="/$organizationId/settings/roles"
                  params={{ organizationId }}
                  search={{ open: role.id }}
                  {...(role.id === open && { 'aria-current': true })}
                >
                  {role.name}
                </Link>
              </td>
              <td>{role.description}</td>
              <td>{near(role)}</td>
              <td className={screen['number']}>{formats.number(role.permissions.length)}</td>
              {members && (
                <td className={screen['number']}>
                  {formats.number(members.filter((member) => member.role.id === role.id).length)}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
