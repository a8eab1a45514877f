import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import screen from '../../../shell/screen.module.css';
import { useAsk } from '../../../shell/use-ask.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Button, FailureNotice, Loading } from '../../../ui/index.js';
import { adminPage, Head, useRefused } from '../../admin/index.js';
import { Sharing } from '../../sharing/index.js';
import classes from '../matrices.module.css';
import { BandForm } from '../parts/band-form.js';
import { MatrixDefaults } from '../parts/matrix-defaults.js';
import { MatrixName } from '../parts/matrix-name.js';
import { RuleChoice } from '../parts/rule-choice.js';
import { matrixQuery } from '../reads.js';

type ShortRule = components['schemas']['ShortRuleDto'];

export const MatrixPage = adminPage({
  permission: 'risk_matrices:read',
  titleOf: ({ matrices }) => matrices.matrix,
  Content: MatrixOfAddress,
});

function MatrixOfAddress() {
  const text = useAdminText().matrices;
  const { loading } = useText().shell;
  const { organizationId } = usePlace();
  const { matrixId } = useParams({ from: '/$organizationId/settings/matrices/$matrixId' });
  const { data, error, refetch } = useQuery(matrixQuery(organizationId, matrixId));
  const refused = useRefused();
  const { asked, ask, close } = useAsk<'rules'>();
  useRowKeys();
  if (error && !data) return <RecordFailure title={text.matrix} error={error} retry={() => void refetch()} />;
  if (!data) return <Loading>{loading}</Loading>;
  const { riskMatrix: matrix, rules } = data;
  const refusal = matrix.readOnly ? text.ofParentTells : (refused('risk_matrices:edit') ?? refused('rules:read'));
  return (
    <>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      <Head title={matrix.name} tells={matrix.description ?? text.tells} />
      <div className={classes['parts']}>
        {/* Typed points stay when another part of the matrix is saved. */}
        <BandForm key={`${JSON.stringify(matrix.decisions)} ${matrix.status}`} matrix={matrix} />
        <MatrixName key={`${matrix.name} ${matrix.description}`} matrix={matrix} />
        <MatrixDefaults matrix={matrix} />
        {matrix.status !== 'archived' && (
          <Sharing
            {...{ kind: 'risk_matrix', id: matrix.id, name: matrix.name }}
            isOfParent={matrix.readOnly}
            isUsed={matrix.sharedEnabled === true}
          />
        )}
      </div>
      <div className={`${screen['head']} ${classes['rules']}`}>
        <h2>{text.rules}</h2>
        <Button refused={refusal} onClick={() => ask('rules')}>
          {text.chooseRules}
        </Button>
      </div>
      {asked === 'rules' && refusal === null && <RuleChoice matrix={matrix} rules={rules} onClose={close} />}
      {rules.length === 0 ? <p className={screen['soft']}>{text.noRules}</p> : <Rules rules={rules} />}
    </>
  );
}

function Rules({ rules }: { readonly rules: readonly ShortRule[] }) {
  const text = useText().rules;
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.columns.rule}</th>
            <th scope="col">{text.status}</th>
            <th scope="col" className={screen['number']}>
              {text.columns.score}
            </th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ id, key, name, status, score }) => (
            <tr key={id}>
              <td>
                {permissions.includes('rules:read') ? (
                  <Link data-row to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId: id }}>
                    {key}
                  </Link>
                ) : (
                  key
                )}{' '}
                {name}
              </td>
              <td>{text.statuses[status]}</td>
              <td className={screen['number']}>{formats.number(score)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
