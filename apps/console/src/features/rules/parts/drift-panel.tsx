import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Facts } from '../../../shell/open-panel.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Badge, FailureNotice, Loading } from '../../../ui/index.js';
import classes from '../health.module.css';
import { shownChange } from '../model/health.js';
import { driftQuery } from './health-queries.js';

type Drift = components['schemas']['DriftDto'];
type Input = components['schemas']['InputDriftDto'];

const looks = {
  stable: { sign: '·', tone: 'plain' },
  watch: { sign: '◔', tone: 'plain' },
  drifted: { sign: '⚠', tone: 'warning' },
} as const;

/** Whether the rule and its input fields still behave as when it was activated. */
export function DriftPanel({ ruleId }: { readonly ruleId: string }) {
  const text = useAdminText().ruleHealth;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const { data, error, isPending, refetch } = useQuery(driftQuery(organizationId, ruleId));
  return (
    <section className={screen['panel']} aria-label={text.drift}>
      <h2>{text.drift}</h2>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isPending && <Loading>{shell.loading}</Loading>}
      {data && <Compared drift={data} />}
    </section>
  );
}

function Compared({ drift: { status, reference, window, hitRate, unknownRate, inputs } }: { readonly drift: Drift }) {
  const text = useAdminText().ruleHealth;
  const formats = useFormats();
  const factor =
    hitRate.factor === null ? '' : ` · ${text.factor(formats.number(Math.round(hitRate.factor * 10) / 10))}`;
  return (
    <>
      <p>
        <Badge {...looks[status]}>{text.states[status]}</Badge>{' '}
        {reference
          ? text.driftTells(formats.time(window.from), formats.time(window.to), formats.time(reference.from))
          : text.tooYoung}
      </p>
      <Facts
        facts={[
          [text.hitRate, <Change key="hits" before={hitRate.expected} now={hitRate.observed} more={factor} />],
          [text.unknownRate, <Change key="unknowns" before={unknownRate.expected} now={unknownRate.observed} />],
        ]}
      />
      {inputs.length === 0 && <p className={screen['soft']}>{text.noInputs}</p>}
      {inputs.length > 0 && <Inputs inputs={inputs} />}
    </>
  );
}

interface ChangeProps {
  readonly before: number | null;
  readonly now: number | null;
  readonly more?: string;
}

function Change({ before, now, more = '' }: ChangeProps) {
  const text = useAdminText().ruleHealth;
  const { notYet } = useText().rules;
  const formats = useFormats();
  const share = (value: number | null): string => (value === null ? notYet : formats.share(value));
  // Without earlier data there is nothing to compare.
  return before === null ? share(now) : `${text.change(share(before), share(now))}${more}`;
}

function Inputs({ inputs }: { readonly inputs: readonly Input[] }) {
  const text = useAdminText().ruleHealth;
  const { rules } = useText();
  const formats = useFormats();
  return (
    <>
      <p className={screen['soft']}>{text.psiTells}</p>
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={text.drift}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.input}</th>
              <th scope="col">{rules.status}</th>
              <th scope="col">{text.fillRate}</th>
              <th scope="col" className={screen['number']}>
                {text.psi}
              </th>
              <th scope="col">{text.topChange}</th>
            </tr>
          </thead>
          <tbody>
            {inputs.map(({ path, status, fillRate, psi, topChange }) => (
              <tr key={path} data-input={path}>
                <td className={classes['breaks']}>
                  <code>{path}</code>
                </td>
                <td>
                  <Badge {...looks[status]}>{text.states[status]}</Badge>
                </td>
                <td>
                  <Change before={fillRate.reference} now={fillRate.now} />
                </td>
                <td className={screen['number']}>
                  {psi === null ? rules.notYet : formats.number(Math.round(psi * 100) / 100)}
                </td>
                <td className={classes['breaks']}>
                  <TopChange change={topChange} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function TopChange({ change }: { readonly change: Input['topChange'] }) {
  const text = useAdminText().ruleHealth;
  const { notYet } = useText().rules;
  const shown = shownChange(change);
  if (!shown) return notYet;
  return (
    <>
      {shown.values === null ? text.others : <code>{shown.values}</code>}{' '}
      <Change before={shown.before} now={shown.now} />
    </>
  );
}
