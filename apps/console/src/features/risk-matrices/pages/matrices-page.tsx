import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterField } from '../../../shell/filter-field.js';
import { Pages } from '../../../shell/pages.js';
import { pageSearch, pagesOf } from '../../../data/paging.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useAsk } from '../../../shell/use-ask.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Badge, Button, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { adminPage, Head, useRefused } from '../../admin/index.js';
import type { Matrix } from '../model/bands.js';
import type { MatricesSearch } from '../model/matrices-search.js';
import { NewMatrixDialog } from '../parts/new-matrix-dialog.js';
import { defaultsQuery, matricesQuery } from '../reads.js';

const address = '/$organizationId/settings/matrices';

export const MatricesPage = adminPage({
  permission: 'risk_matrices:read',
  titleOf: ({ matrices }) => matrices.title,
  Content: Matrices,
});

function Matrices() {
  const text = useAdminText().matrices;
  const { shell, rules } = useText();
  const { organizationId } = usePlace();
  const { ask: _, ...search } = useSearch({ from: address });
  const navigate = useNavigate();
  const list = useQuery(matricesQuery(organizationId, search));
  const go = (next: MatricesSearch): void => void navigate({ to: address, params: { organizationId }, search: next });
  const refusal = useRefused()('risk_matrices:create');
  const { asked, ask, close } = useAsk<'new'>();
  useRowKeys();
  return (
    <>
      <Head title={text.title} tells={text.tells}>
        <Button look="main" refused={refusal} onClick={() => ask('new')}>
          {text.newMatrix}
        </Button>
      </Head>
      <div className={screen['filters']} role="search" aria-label={shell.filters}>
        <FilterField label={rules.search} value={search.q ?? ''} onChange={(q) => go(q === '' ? {} : { q })} />
      </div>
      {asked === 'new' && refusal === null && <NewMatrixDialog onClose={close} />}
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {list.data?.pagination.total === 0 && (
        <Empty title={search.q === undefined ? text.empty : text.nothingFound}>
          {search.q === undefined && <p>{text.emptyTells}</p>}
        </Empty>
      )}
      {list.data && list.data.riskMatrices.length > 0 && <MatrixTable matrices={list.data.riskMatrices} />}
      <Pages
        page={search.page ?? 1}
        pages={pagesOf(list.data?.pagination.total ?? 0)}
        onPage={(page) => go({ ...(search.q !== undefined && { q: search.q }), ...pageSearch(page) })}
      />
    </>
  );
}

function MatrixTable({ matrices }: { readonly matrices: readonly Matrix[] }) {
  const text = useAdminText().matrices;
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.matrix}</th>
            <th scope="col">{text.status}</th>
            <th scope="col">{text.decides}</th>
            <th scope="col">{text.defaultOf}</th>
            <th scope="col">{text.bands}</th>
            <th scope="col" className={screen['number']}>
              {text.rules}
            </th>
            <th scope="col" className={screen['number']}>
              {text.version}
            </th>
          </tr>
        </thead>
        <tbody>
          {matrices.map((matrix) => (
            <MatrixRow key={matrix.id} matrix={matrix} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function MatrixRow({ matrix }: { readonly matrix: Matrix }) {
  const text = useAdminText().matrices;
  const { decisions } = useText().transactions;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { data: defaults } = useQuery(defaultsQuery(organizationId));
  const defaultOf = (id: string): readonly (keyof typeof text.targets)[] => [
    ...(defaults?.person.includes(id) ? (['person'] as const) : []),
    ...(defaults?.company.includes(id) ? (['company'] as const) : []),
    ...(defaults?.transaction.includes(id) ? (['transaction'] as const) : []),
    ...(defaults?.userEvent.includes(id) ? (['user_event'] as const) : []),
  ];
  const { id, name, status, targetEntityTypes, decisions: bands, activeRuleCount, version, origin } = matrix;
  return (
    <tr data-matrix={name}>
      <td>
        <Link data-row to="/$organizationId/settings/matrices/$matrixId" params={{ organizationId, matrixId: id }}>
          {name}
        </Link>{' '}
        {origin === 'parent' && <span className={screen['soft']}>({text.ofParent})</span>}
      </td>
      <td>
        <Badge sign={status === 'active' ? '●' : status === 'shadow' ? '◐' : '○'}>{text.statuses[status]}</Badge>
      </td>
      <td>{targetEntityTypes.map((each) => text.targets[each]).join(', ')}</td>
      <td>
        {defaultOf(id)
          .map((each) => text.targets[each])
          .join(', ')}
      </td>
      <td>
        {bands === null
          ? text.defaultBands
          : bands
              .flatMap(({ decision, from }) => (from == null ? [] : `${formats.number(from)} ${decisions[decision]}`))
              .join(' · ')}
      </td>
      <td className={screen['number']}>{formats.number(activeRuleCount)}</td>
      <td className={screen['number']}>{formats.number(version)}</td>
    </tr>
  );
}
