import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Facts } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Badge, Notice } from '../../../ui/index.js';
import classes from '../editor.module.css';
import { ruleSigns } from '../model/rule-sign.js';
import { ruleMatricesQuery } from '../queries.js';
import { UnknownFields, UndecidedRuns } from './unknowns-panel.js';

type RuleRecord = components['schemas']['RuleRecordDto'];

/** A rule of the parent organization: its text and its results here. It cannot be changed or tried here. */
export function SharedRule({ rule }: { readonly rule: RuleRecord }) {
  const { sharedRules: text, matrices, unknowns } = useAdminText();
  const { rules, editor } = useText();
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <>
      <div className={classes['head']}>
        <h1>{rule.key}</h1>
        <span className={screen['soft']}>
          <Badge {...ruleSigns[rule.status]}>{rules.statuses[rule.status]}</Badge>{' '}
          <Badge sign="↑">{matrices.ofParent}</Badge> {editor.version(rule.version)}
          {' · '}
          <Link to="/$organizationId/rules/$ruleId/health" params={{ organizationId, ruleId: rule.id }}>
            {rules.health}
          </Link>
        </span>
      </div>
      <Notice kind={rule.sharedEnabled === true ? 'good' : 'warning'}>
        <p>{text.tells}</p>
        <p>{rule.sharedEnabled === true ? text.decides : text.rests}</p>
      </Notice>
      <div className={classes['columns']}>
        <div className={classes['side']}>
          <section className={classes['panel']} aria-label={text.text}>
            <h2>{text.text}</h2>
            <pre className={screen['text']} tabIndex={0} lang="en">
              {rule.source}
            </pre>
          </section>
        </div>
        <div className={classes['side']}>
          <section className={classes['panel']} aria-label={rule.name}>
            <Facts
              facts={[
                [text.name, rule.name],
                [text.about, rule.description],
                [rules.columns.category, rule.category],
                [rules.columns.score, formats.number(rule.score)],
                [text.cost, rule.cost && `${formats.number(rule.cost.total)} / ${formats.number(rule.cost.budget)}`],
                [text.matrices, <Matrices ids={rule.riskMatrixIds} />],
              ]}
            />
          </section>
          <section className={classes['panel']} aria-label={unknowns.title}>
            <h2>{unknowns.title}</h2>
            <UnknownFields rows={rule.unknownable} />
            <UndecidedRuns rule={rule} />
          </section>
        </div>
      </div>
    </>
  );
}

function Matrices({ ids }: { readonly ids: readonly string[] }) {
  const { organizationId, permissions } = usePlace();
  const mayRead = permissions.includes('risk_matrices:read');
  const { data = [] } = useQuery({ ...ruleMatricesQuery(organizationId), enabled: mayRead });
  return data
    .filter(({ id }) => ids.includes(id))
    .map(({ id, name }, index) => (
      <span key={id}>
        {index > 0 && ', '}
        <Link to="/$organizationId/settings/matrices/$matrixId" params={{ organizationId, matrixId: id }}>
          {name}
        </Link>
      </span>
    ));
}
