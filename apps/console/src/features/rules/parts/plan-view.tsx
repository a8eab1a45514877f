import type { components } from '@tamis/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { useNavigateIfHere } from '../../../shell/use-is-here.js';
import { Actions, Badge, Button, FailureNotice, Field, Notice } from '../../../ui/index.js';
import { useRulesChanged } from '../../releases/index.js';

type Plan = components['schemas']['RulesPlanDto'];

const signs = { create: '+', update: '~', archive: '×', same: '·' } as const;
const tones = { create: 'good', update: 'plain', archive: 'warning', same: 'plain' } as const;

interface PlanViewProps {
  readonly plan: Plan;
  /** Called if the rules have changed since the plan was created. */
  readonly planAgain: () => void;
}

/** The planned changes of files, and the button that applies them. */
export function PlanView({ plan, planAgain }: PlanViewProps) {
  const text = useAdminText().ruleFiles;
  const formats = useFormats();
  const changes = plan.changes.filter(({ change }) => change !== 'same');
  const same = plan.changes.length - changes.length;
  const { passed, failed } = plan.tests;
  return (
    <>
      {plan.planId === null && <Notice kind="warning">{text.unreadable}</Notice>}
      {plan.diagnostics.length > 0 && <Findings found={plan.diagnostics} />}
      <h3>{text.changes}</h3>
      {changes.length === 0 && plan.planId !== null && <p>{text.nothingChanges}</p>}
      {changes.length > 0 && <Changes changes={changes} />}
      {same > 0 && <p className={screen['soft']}>{text.same(same)}</p>}
      {passed + failed > 0 && <p>{text.tests(formats.number(passed), formats.number(failed))}</p>}
      {plan.planId !== null && changes.length > 0 && <Apply planId={plan.planId} planAgain={planAgain} />}
    </>
  );
}

/** The findings of the checker, each with its line. */
function Findings({ found }: { readonly found: Plan['diagnostics'] }) {
  const text = useAdminText().ruleFiles;
  return (
    <details open={found.some(({ severity }) => severity === 'error')} data-findings>
      <summary>{text.findings(found.length)}</summary>
      {found.map(({ code, message, frame }, index) => (
        <pre key={index} className={screen['text']} tabIndex={0} lang="en">
          {typeof frame === 'string' ? frame : `${String(code)} ${String(message)}`}
        </pre>
      ))}
    </details>
  );
}

function Changes({ changes }: { readonly changes: Plan['changes'] }) {
  const text = useAdminText().ruleFiles;
  return (
    <div className={screen['wide']} tabIndex={0} role="group" aria-label={text.changes}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.columns.what}</th>
            <th scope="col">{text.columns.change}</th>
            <th scope="col">{text.columns.words}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ kind, key, change, words }) => (
            <tr key={`${kind ?? ''} ${key}`} data-change={change}>
              <td>
                {text.kinds[kind ?? 'rule']} <code>{key}</code>
              </td>
              <td>
                <Badge sign={signs[change]} tone={tones[change]}>
                  {text.verbs[change]}
                </Badge>
              </td>
              <td lang="en" className={screen['wraps']}>
                {words.join('; ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Apply({ planId, planAgain }: { readonly planId: string; readonly planAgain: () => void }) {
  const text = useAdminText().ruleFiles;
  const { shell } = useText();
  const { organizationId, api } = useApi();
  const navigate = useNavigateIfHere();
  const changed = useRulesChanged(organizationId);
  const { did } = useUndo();
  const refusalOf = useRefusal();
  const needed = refusalOf('rules:create') ?? refusalOf('rules:edit');
  const [reason, setReason] = useState('');
  const applying = useMutation({
    mutationFn: () => {
      const why = reason.trim();
      return answerOf(api.POST('/rules/apply', { body: { planId, ...(why !== '' && { reason: why }) } }));
    },
    onSuccess: async ({ rules }) => {
      did(text.applied(rules.length), null);
      await changed();
      await navigate({ to: '/$organizationId/rules', params: { organizationId } });
    },
  });
  return (
    <>
      <Field label={text.reason} maxLength={4000} value={reason} onChange={(event) => setReason(event.target.value)} />
      <p className={screen['soft']}>{text.back}</p>
      {applying.error && <FailureNotice error={applying.error} retry={planAgain} />}
      <Actions>
        <Button
          look="main"
          refused={needed === null ? null : shell.needs(needed)}
          disabled={applying.isPending}
          onClick={() => applying.mutate()}
        >
          {text.apply}
        </Button>
      </Actions>
    </>
  );
}
