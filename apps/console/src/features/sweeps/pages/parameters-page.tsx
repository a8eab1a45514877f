import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useLiveReads } from '../../../shell/live.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Time } from '../../../shell/time.js';
import { Empty, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { peopleQuery } from '../../releases/index.js';
import { ruleText } from '../model/params.js';
import { ParameterForm } from '../parts/parameter-form.js';
import { type Parameter, useParameters } from '../parts/use-parameters.js';

/** Shows the parameters that rules share, with their values and ranges, and allows setting them. */
export function ParametersPage() {
  const text = useAdminText().lab;
  return (
    <Guarded title={text.params} permission="rules:read">
      <Parameters />
    </Guarded>
  );
}

function Parameters() {
  const text = useAdminText().lab;
  const { shell } = useText();
  const { name, value } = useSearch({ from: '/$organizationId/rules/params' });
  const { data, error, isPending, refetch } = useParameters();
  useLiveReads(['rule-set:activated'], () => void refetch());
  useRowKeys();
  const chosen = data?.find((each) => each.name === name);
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{text.params}</h1>
          <p>{text.paramsTell}</p>
        </div>
      </div>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{shell.loading}</Loading>}
      {data?.length === 0 && <NoParameters />}
      {data && data.length > 0 && (
        <div className={screen['columns']}>
          <ParameterTable parameters={data} chosen={chosen?.name} />
          {chosen && <ParameterForm key={`${chosen.name} ${value ?? ''}`} parameter={chosen} proposed={value} />}
          {!chosen && name !== undefined && <Notice kind="warning">{text.noSuchParam(name)}</Notice>}
          {!chosen && name === undefined && <p className={screen['soft']}>{text.chooseParam}</p>}
        </div>
      )}
    </>
  );
}

interface ParameterTableProps {
  readonly parameters: readonly Parameter[];
  readonly chosen: string | undefined;
}

function ParameterTable({ parameters, chosen }: ParameterTableProps) {
  const text = useAdminText().lab;
  const { organizationId, permissions } = usePlace();
  const { data: people } = useQuery(peopleQuery(organizationId, permissions));
  const nameOf = (id: string | null): string => (id === null ? '' : (people?.get(id) ?? id));
  return (
    <div className={screen['wide']} tabIndex={0} role="region" aria-label={text.params}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.param}</th>
            <th scope="col">{text.value}</th>
            <th scope="col">{text.range}</th>
            <th scope="col">{text.usedBy}</th>
            <th scope="col">{text.setLast}</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, value, between, usedBy, changedAt, changedBy }) => (
            <tr key={name} aria-current={name === chosen ? 'true' : undefined}>
              <th scope="row">
                <Link data-row to="/$organizationId/rules/params" params={{ organizationId }} search={{ name }}>
                  <code>{name}</code>
                </Link>
              </th>
              <td className={screen['number']}>{ruleText(value)}</td>
              <td>{between ? between.map(ruleText).join(' – ') : text.fixed}</td>
              <td>{usedBy.length === 0 ? text.unused : usedBy.join(', ')}</td>
              <td>
                {changedAt === null ? text.asDeclared : <Time at={changedAt} />}
                {changedBy !== null && ` · ${nameOf(changedBy)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const declaration = 'param limit = 250 USD between 100 USD and 1_000 USD step 10 USD';

function NoParameters() {
  const text = useAdminText().lab;
  const { organizationId } = usePlace();
  const command = `curl -s -X PUT ${location.origin}/rules/library \\
  -H 'Authorization: Bearer KEY' \\
  -H 'X-Organization-ID: ${organizationId}' \\
  -H 'Content-Type: application/json' \\
  -d '{"source": "${declaration}", "ifVersion": 0}'`;
  return (
    <Empty title={text.noneShared}>
      <p>{text.noneSharedTells}</p>
      <pre tabIndex={0}>{command}</pre>
    </Empty>
  );
}
