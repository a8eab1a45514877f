import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Badge, Button, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { adminPage, Head, useRefused } from '../../admin/index.js';
import { peopleQuery } from '../../releases/index.js';
import { BlockDialog } from '../parts/block-dialog.js';
import { blocksQuery, type CreationBlock, ownListsQuery, useBlockWork } from '../queries.js';

export const BlocksPage = adminPage({
  permission: 'data_lists:read',
  titleOf: ({ blocks }) => blocks.title,
  Content: Blocks,
  isSetting: false,
});

function Blocks() {
  const text = useAdminText().blocks;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const refusal = useRefused()('data_lists:edit');
  const blocks = useQuery(blocksQuery(organizationId));
  const [isMaking, setMaking] = useState(false);
  useRowKeys();
  useKeys(refusal === null ? { c: () => setMaking(true) } : {});
  return (
    <>
      <Head title={text.title} tells={text.tells}>
        <Link to="/$organizationId/lists" params={{ organizationId }}>
          ← {shell.screens.lists}
        </Link>
        <Button look="main" refused={refusal} onClick={() => setMaking(true)}>
          {text.add} <kbd>c</kbd>
        </Button>
      </Head>
      {blocks.error && <FailureNotice error={blocks.error} retry={() => void blocks.refetch()} />}
      {blocks.isPending && <Loading>{shell.loading}</Loading>}
      {blocks.data?.length === 0 && (
        <Empty title={text.empty}>
          <p>{text.emptyTells}</p>
        </Empty>
      )}
      {blocks.data && blocks.data.length > 0 && <BlockTable blocks={blocks.data} refusal={refusal} />}
      {isMaking && <BlockDialog onClose={() => setMaking(false)} />}
    </>
  );
}

interface BlockTableProps {
  readonly blocks: readonly CreationBlock[];
  readonly refusal: string | null;
}

function BlockTable({ blocks, refusal }: BlockTableProps) {
  const text = useAdminText().blocks;
  const { organizationId, permissions } = usePlace();
  const { data: lists } = useQuery(ownListsQuery(organizationId));
  const { data: people } = useQuery(peopleQuery(organizationId, permissions));
  const { removing } = useBlockWork(() => undefined);
  return (
    <>
      {removing.error && <FailureNotice error={removing.error} />}
      <div className={screen['wide']} tabIndex={0} role="region" aria-label={text.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.field}</th>
              <th scope="col">{text.list}</th>
              <th scope="col">{text.scope}</th>
              <th scope="col">{text.by}</th>
              <th scope="col">{text.at}</th>
              <th scope="col">{text.actions}</th>
            </tr>
          </thead>
          <tbody>
            {blocks.map((block) => {
              const list = lists?.find(({ id }) => id === block.listId);
              return (
                <tr key={block.id} data-block={block.fieldPath}>
                  <td className={screen['wraps']}>
                    <code>{block.fieldPath}</code>
                  </td>
                  <td>
                    <Link
                      data-row
                      to="/$organizationId/lists/$listId"
                      params={{ organizationId, listId: block.listId }}
                    >
                      {list?.name ?? block.listId}
                    </Link>{' '}
                    {list && list.status !== 'active' && (
                      <Badge sign="○" tone="warning">
                        {text.off}
                      </Badge>
                    )}
                  </td>
                  <td>{text.scopes[block.scope]}</td>
                  <td>{people?.get(block.createdBy) ?? block.createdBy}</td>
                  <td>
                    <Time at={block.createdAt} />
                  </td>
                  <td>
                    <Button
                      look="quiet"
                      refused={refusal}
                      disabled={removing.isPending}
                      aria-label={text.removeWhat(block.fieldPath)}
                      onClick={() => removing.mutate(block)}
                    >
                      {text.remove}
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
