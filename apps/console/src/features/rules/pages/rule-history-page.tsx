import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useLiveReads } from '../../../shell/live.js';
import { Pages } from '../../../shell/pages.js';
import { pageSearch, pagesOf } from '../../../data/paging.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Badge, FailureNotice, Loading } from '../../../ui/index.js';
import { peopleQuery } from '../../releases/index.js';
import classes from '../health.module.css';
import { ArchiveRule } from '../parts/archive-rule.js';
import { versionsQuery } from '../parts/history-queries.js';
import { RuleFrame } from '../parts/rule-frame.js';
import { VersionPanel } from '../parts/version-panel.js';

type RuleRecord = components['schemas']['RuleRecordDto'];
type Version = components['schemas']['RuleVersionDto'];

const address = '/$organizationId/rules/$ruleId/history';

/** All versions of a rule: author, changes, and restoring their text. */
export function RuleHistoryPage() {
  const text = useAdminText().ruleHistory;
  const { rules } = useText();
  const { ruleId } = useParams({ from: address });
  return (
    <RuleFrame ruleId={ruleId} name={rules.history} title={text.title}>
      {(rule, readRule) => <History rule={rule} readRule={readRule} />}
    </RuleFrame>
  );
}

function History({ rule, readRule }: { readonly rule: RuleRecord; readonly readRule: () => void }) {
  const text = useAdminText().ruleHistory;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { page = 1, version } = useSearch({ from: address });
  const navigate = useNavigate();
  const params = { organizationId, ruleId: rule.id };
  const list = useQuery(versionsQuery(organizationId, rule.id, page));
  useLiveReads(['rule:changed', 'rule:status-changed', 'rule-set:activated'], () => {
    readRule();
    return list.refetch();
  });
  useRowKeys();
  const versions = list.data?.versions ?? [];
  const chosen = versions.find((each) => each.version === version) ?? versions[0];
  return (
    <>
      <p>
        <Link to="/$organizationId/rules/$ruleId" params={params}>
          ← {rule.key}
        </Link>
      </p>
      <div className={screen['head']}>
        <div className={classes['breaks']}>
          <h1>{text.title(rule.key)}</h1>
          <p>{text.tells}</p>
        </div>
        <ArchiveRule rule={rule} />
      </div>
      {list.error && <FailureNotice error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading>{shell.loading}</Loading>}
      {chosen && (
        <div className={screen['columns']}>
          <div>
            <Versions rule={rule} versions={versions} chosen={chosen} page={page} />
            <Pages
              page={page}
              pages={pagesOf(list.data?.pagination.total ?? 0)}
              onPage={(next) => void navigate({ to: address, params, search: pageSearch(next) })}
            />
          </div>
          <VersionPanel key={chosen.version} rule={rule} version={chosen} />
        </div>
      )}
    </>
  );
}

interface VersionsProps {
  readonly rule: RuleRecord;
  readonly versions: readonly Version[];
  readonly chosen: Version;
  readonly page: number;
}

function Versions({ rule, versions, chosen, page }: VersionsProps) {
  const text = useAdminText().ruleHistory;
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  const { data: names } = useQuery(peopleQuery(organizationId, permissions));
  return (
    <div className={screen['wide']}>
      <table aria-label={text.versions}>
        <thead>
          <tr>
            <th scope="col">{text.columns.version}</th>
            <th scope="col">{text.columns.at}</th>
            <th scope="col">{text.columns.by}</th>
            <th scope="col">{text.columns.words}</th>
          </tr>
        </thead>
        <tbody>
          {versions.map(({ version, createdAt, createdBy, summary }) => (
            <tr key={version} aria-current={version === chosen.version ? 'true' : undefined} data-version={version}>
              <td>
                <Link
                  data-row
                  to={address}
                  params={{ organizationId, ruleId: rule.id }}
                  search={{ version, ...pageSearch(page) }}
                  resetScroll={false}
                >
                  {formats.number(version)}
                </Link>{' '}
                {version === rule.activeVersion && (
                  <Badge sign="●" tone="good">
                    {text.decides}
                  </Badge>
                )}
                {version === rule.shadowVersion && <Badge sign="◐">{text.shadow}</Badge>}
              </td>
              <td>
                <Time at={createdAt} />
              </td>
              <td>
                <span className={screen['name']}>{createdBy === null ? '' : (names?.get(createdBy) ?? createdBy)}</span>
              </td>
              <td lang="en" className={screen['wraps']}>
                {summary.slice(0, 2).join('; ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
