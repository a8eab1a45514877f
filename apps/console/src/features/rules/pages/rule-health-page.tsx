import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useLiveReads } from '../../../shell/live.js';
import { useMay, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { ToldTime } from '../../../shell/time.js';
import { Badge, buttonClass, Empty, FailureNotice, inputClass, Loading, Notice } from '../../../ui/index.js';
import classes from '../health.module.css';
import { ruleSigns } from '../model/rule-sign.js';
import { type HealthDays, healthDays, usualDays } from '../model/rules-search.js';
import { DriftPanel } from '../parts/drift-panel.js';
import { healthQuery } from '../parts/health-queries.js';
import { Edits, Figures, Overlap } from '../parts/health-panels.js';
import { HitsChart } from '../parts/hits-chart.js';
import { RuleFrame } from '../parts/rule-frame.js';
import { UndecidedRuns, UnknownFields } from '../parts/unknowns-panel.js';

type RuleRecord = components['schemas']['RuleRecordDto'];

const address = '/$organizationId/rules/$ruleId/health';
const news = ['rule:changed', 'rule:status-changed', 'rule:guard-tripped', 'rule-set:activated'] as const;

/** Whether a rule behaves as expected. */
export function RuleHealthPage() {
  const text = useAdminText().ruleHealth;
  const { rules } = useText();
  const { ruleId } = useParams({ from: address });
  return (
    <RuleFrame ruleId={ruleId} name={rules.health} title={text.title}>
      {(rule, readRule) => <Health key={ruleId} rule={rule} readRule={readRule} />}
    </RuleFrame>
  );
}

function Health({ rule, readRule }: { readonly rule: RuleRecord; readonly readRule: () => void }) {
  const text = useAdminText();
  const { shell } = useText();
  const { organizationId, timezone } = usePlace();
  const { days = usualDays } = useSearch({ from: address });
  const health = useQuery(healthQuery(organizationId, rule.id, days, timezone));
  useLiveReads(news, () => {
    readRule();
    return health.refetch();
  });
  const { data } = health;
  return (
    <>
      <Head rule={rule} days={days} />
      {health.error && <FailureNotice error={health.error} retry={() => void health.refetch()} />}
      {health.isPending && <Loading>{shell.loading}</Loading>}
      {data && <Counted asOf={data.asOf} />}
      {data?.totals.executions === 0 && (
        <Empty title={text.ruleHealth.noRuns}>
          <p>{text.ruleHealth.noRunsTells}</p>
        </Empty>
      )}
      {data && data.totals.executions > 0 && <HitsChart health={data} />}
      <div className={screen['grid']}>
        {data && data.totals.executions > 0 && <Figures totals={data.totals} />}
        <section className={screen['panel']} aria-label={text.unknowns.title}>
          <h2>{text.unknowns.title}</h2>
          <UnknownFields rows={rule.unknownable} />
          <UndecidedRuns rule={rule} />
        </section>
        {data && <Overlap rows={data.overlap} />}
        {data && rule.origin !== 'parent' && <Edits changes={data.changes} />}
      </div>
      <DriftPanel ruleId={rule.id} />
    </>
  );
}

function Counted({ asOf }: { readonly asOf: string | null }) {
  const text = useAdminText().ruleHealth;
  if (asOf === null) return <Notice kind="warning">{text.counting}</Notice>;
  return (
    <p className={`${screen['soft']} ${classes['asOf']}`}>
      <ToldTime told={text.asOf} at={asOf} />
    </p>
  );
}

function Head({ rule, days }: { readonly rule: RuleRecord; readonly days: HealthDays }) {
  const text = useAdminText().ruleHealth;
  const { rules, editor } = useText();
  const { organizationId } = usePlace();
  const mayList = useMay('transactions:read') && rule.targetEntityTypes.includes('transaction');
  const navigate = useNavigate();
  const params = { organizationId, ruleId: rule.id };
  const choose = (chosen: string): void => {
    const found = healthDays.find((each) => String(each) === chosen);
    const search = found === undefined || found === usualDays ? {} : { days: found };
    void navigate({ to: address, params, search, replace: true, resetScroll: false });
  };
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
          <p>
            {rule.guardState?.status === 'tripped' ? (
              <Badge sign="⚠" tone="error">
                {rules.paused}
              </Badge>
            ) : (
              <Badge {...ruleSigns[rule.status]}>{rules.statuses[rule.status]}</Badge>
            )}{' '}
            {editor.version(rule.activeVersion ?? rule.version)} · {rule.name}
          </p>
        </div>
        {mayList && (
          <Link
            className={buttonClass}
            to="/$organizationId/payments"
            params={{ organizationId }}
            search={{ ruleId: rule.id, outcome: 'hit' }}
          >
            {text.hitPayments}
          </Link>
        )}
        <select
          className={inputClass}
          data-filter
          aria-label={text.time}
          value={days}
          onChange={({ target }) => choose(target.value)}
        >
          {healthDays.map((each) => (
            <option key={each} value={each}>
              {text.periods[each]}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}
