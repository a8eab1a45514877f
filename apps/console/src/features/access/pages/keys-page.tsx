import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Badge, Button, Empty, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { adminPage, Head, SecretDialog, useRefused } from '../../admin/index.js';
import { KeyForm } from '../parts/key-form.js';
import { type ApiKey, keysQuery } from '../reads.js';

export const KeysPage = adminPage({
  permission: 'api_keys:read',
  titleOf: ({ access }) => access.keys,
  Content: Keys,
});

function Keys() {
  const text = useAdminText().access;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { open } = useSearch({ from: '/$organizationId/settings/keys' });
  const navigate = useNavigate();
  const refusal = useRefused()('api_keys:manage');
  const list = useQuery(keysQuery(organizationId));
  const [secret, setSecret] = useState<string | null>(null);
  const go = (to: string | null): void =>
    void navigate({
      to: '/$organizationId/settings/keys',
      params: { organizationId },
      search: to === null ? {} : { open: to },
    });
  useRowKeys();
  useKeys(refusal === null ? { c: () => go('new') } : {});
  const key = list.data?.find(({ id }) => id === open);
  const isOpen = open === 'new' ? refusal === null : key !== undefined;
  return (
    <>
      <Head title={text.keys} tells={text.keysTell}>
        <Button look="main" refused={refusal} onClick={() => go('new')}>
          {text.newKey} <kbd>c</kbd>
        </Button>
      </Head>
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {list.data && open !== undefined && !isOpen && <Notice kind="warning">{text.keyGone}</Notice>}
      {list.data && isOpen && (
        <KeyForm
          key={`${open} ${key?.status} ${key?.version}`}
          apiKey={key}
          refusal={refusal}
          onSecret={setSecret}
          onClose={() => go(null)}
        />
      )}
      {list.data?.length === 0 && (
        <Empty title={text.noKeys}>
          <p>{text.noKeysTells}</p>
        </Empty>
      )}
      {list.data && list.data.length > 0 && <KeyTable keys={list.data} open={open} />}
      {secret !== null && (
        <SecretDialog
          title={text.secret}
          tells={text.secretTells}
          label={text.key}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

const signs = {
  active: { sign: '●', tone: 'good' },
  revoked: { sign: '×', tone: 'plain' },
  expired: { sign: '○', tone: 'warning' },
} as const;

function KeyTable({ keys, open }: { readonly keys: readonly ApiKey[]; readonly open: string | undefined }) {
  const text = useAdminText().access;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const time = (at: string | null) => (at === null ? text.never : <Time at={at} />);
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.columns.key}</th>
            <th scope="col">{text.columns.status}</th>
            <th scope="col">{text.columns.begins}</th>
            <th scope="col" className={screen['number']}>
              {text.columns.rights}
            </th>
            <th scope="col">{text.columns.made}</th>
            <th scope="col">{text.columns.lastUsed}</th>
            <th scope="col">{text.columns.expires}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ id, name, status, prefix, lastFour, scopes, createdAt, lastUsedAt, expiresAt }) => (
            <tr key={id} data-key={name}>
              <td>
                <Link
                  data-row
                  to="/$organizationId/settings/keys"
                  params={{ organizationId }}
                  search={{ open: id }}
                  {...(id === open && { 'aria-current': true })}
                >
                  {name}
                </Link>
              </td>
              <td>
                <Badge {...signs[status]}>{text.keyStatuses[status]}</Badge>
              </td>
              <td>
                <code>
                  {prefix}…{lastFour}
                </code>
              </td>
              <td className={screen['number']}>{formats.number(scopes.length)}</td>
              <td>{time(createdAt)}</td>
              <td>{time(lastUsedAt)}</td>
              <td>{time(expiresAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
