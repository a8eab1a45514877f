import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { FailureNotice } from '../../../ui/index.js';
import { useRefused } from '../../admin/index.js';
import classes from '../matrices.module.css';
import type { Matrix } from '../model/bands.js';
import { defaultsQuery } from '../reads.js';
import { useMatrixWork } from './use-matrix-work.js';

const members = { person: 'person', company: 'company', transaction: 'transaction', user_event: 'userEvent' } as const;

/** The kinds of records for which the matrix is a default, used if no matrix is given. */
export function MatrixDefaults({ matrix }: { readonly matrix: Matrix }) {
  const text = useAdminText().matrices;
  const { organizationId, api } = useApi();
  const work = useMatrixWork();
  const refused = useRefused();
  const { data: defaults, error } = useQuery(defaultsQuery(organizationId));
  const refusal = refused('risk_matrices:edit') ?? refused('rules:publish');
  if (error && !defaults) return <FailureNotice error={error} />;
  if (!defaults) return null;
  const put = (body: typeof defaults) => answerOf(api.PUT('/risk-matrices/defaults', { body }));
  const turn = (target: Matrix['targetEntityTypes'][number], isDefault: boolean): void => {
    const member = members[target];
    const others = defaults[member].filter((id) => id !== matrix.id);
    const after = { ...defaults, [member]: isDefault ? [...others, matrix.id] : others };
    work.mutate({ told: text.defaultsSaved(matrix.name), send: () => put(after), back: () => put(defaults) });
  };
  return (
    <fieldset className={screen['panel']} data-defaults>
      <legend>{text.defaultOf}</legend>
      <p>{refusal ?? text.defaultsTell}</p>
      <div className={classes['checks']}>
        {matrix.targetEntityTypes.map((target) => (
          <label key={target}>
            <input
              type="checkbox"
              disabled={refusal !== null || work.isPending}
              checked={defaults[members[target]].includes(matrix.id)}
              onChange={(event) => turn(target, event.target.checked)}
            />
            {text.targets[target]}
          </label>
        ))}
      </div>
      {work.error && <FailureNotice error={work.error} />}
    </fieldset>
  );
}
