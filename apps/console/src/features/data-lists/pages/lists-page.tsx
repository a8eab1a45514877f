import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterField } from '../../../shell/filter-field.js';
import { useKeys } from '../../../shell/keys.js';
import { useLiveReads } from '../../../shell/live.js';
import { useAsk } from '../../../shell/use-ask.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Badge, Button, buttonClass, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { adminPage, Choice, Head, useRefused } from '../../admin/index.js';
import { type ListsSearch, type ListType, listTypes } from '../model/lists-search.js';
import { NewListDialog } from '../parts/new-list-dialog.js';
import { type DataList, listsQuery } from '../reads.js';

export const ListsPage = adminPage({
  permission: 'data_lists:read',
  titleOf: ({ lists }) => lists.title,
  Content: Lists,
  isSetting: false,
});

function Lists() {
  const { lists: text, blocks } = useAdminText();
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { ask: _, ...search } = useSearch({ from: '/$organizationId/lists' });
  const navigate = useNavigate();
  const refusal = useRefused()('data_lists:create');
  const list = useQuery(listsQuery(organizationId, search));
  const { asked, ask, close } = useAsk<'new'>();
  const choose = ({ cursor: _, ...next }: ListsSearch): void =>
    void navigate({ to: '/$organizationId/lists', params: { organizationId }, search: next });
  useLiveReads(['list:changed'], () => void list.refetch());
  useRowKeys();
  useKeys(refusal === null ? { c: () => ask('new') } : {});
  const isFiltered = search.q !== undefined || search.type !== undefined;
  const cursor = list.data?.pagination.nextCursor;
  return (
    <>
      <Head title={text.title} tells={text.tells}>
        <Link className={buttonClass} to="/$organizationId/lists/blocks" params={{ organizationId }}>
          {blocks.title}
        </Link>
        <Button look="main" refused={refusal} onClick={() => ask('new')}>
          {text.newList} <kbd>c</kbd>
        </Button>
      </Head>
      <div className={screen['filters']} role="search" aria-label={shell.filters}>
        <FilterField
          label={text.search}
          value={search.q ?? ''}
          onChange={(q) => choose({ ...(search.type && { type: search.type }), ...(q !== '' && { q }) })}
        />
        <Choice<ListType | ''>
          isBare
          label={text.type}
          value={search.type ?? ''}
          options={[['', text.anyType], ...listTypes.map((each) => [each, text.types[each]] as const)]}
          onChange={(type) => choose({ ...(search.q !== undefined && { q: search.q }), ...(type !== '' && { type }) })}
        />
        {isFiltered && (
          <Button look="quiet" onClick={() => choose({})}>
            {shell.clearFilters}
          </Button>
        )}
      </div>
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {list.data?.data.length === 0 && (
        <Empty title={isFiltered ? text.nothingFound : text.empty}>{!isFiltered && <p>{text.emptyTells}</p>}</Empty>
      )}
      {list.data && list.data.data.length > 0 && <ListTable lists={list.data.data} />}
      {cursor != null && (
        <nav className={screen['pages']} aria-label={shell.next}>
          <Link
            className={buttonClass}
            to="/$organizationId/lists"
            params={{ organizationId }}
            search={{ ...search, cursor }}
          >
            {shell.next}
          </Link>
        </nav>
      )}
      {asked === 'new' && refusal === null && <NewListDialog onClose={close} />}
    </>
  );
}

function ListTable({ lists }: { readonly lists: readonly DataList[] }) {
  const text = useAdminText().lists;
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.list}</th>
            <th scope="col">{text.type}</th>
            <th scope="col">{text.status}</th>
            <th scope="col" className={screen['number']}>
              {text.items}
            </th>
            <th scope="col" className={screen['number']}>
              {text.revision}
            </th>
            <th scope="col">{text.changedAt}</th>
          </tr>
        </thead>
        <tbody>
          {lists.map(({ id, name, type, status, itemCount, revision, updatedAt, origin }) => (
            <tr key={id}>
              <td>
                <Link data-row to="/$organizationId/lists/$listId" params={{ organizationId, listId: id }}>
                  {name}
                </Link>{' '}
                {origin === 'parent' && <span className={screen['soft']}>({text.ofParent})</span>}
              </td>
              <td>{text.types[type]}</td>
              <td>
                <Badge sign={status === 'active' ? '●' : '○'}>{text.statuses[status]}</Badge>
              </td>
              <td className={screen['number']}>{itemCount === null ? '' : formats.number(itemCount)}</td>
              <td className={screen['number']}>{revision === null ? '' : formats.number(revision)}</td>
              <td>
                <Time at={updatedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
