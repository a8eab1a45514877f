import type { components } from '@tamis/client';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { copyText } from '../../../data/copy-text.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useApi, usePlace } from '../../../shell/place.js';
import { Actions, Badge, Button, Dialog, FailureNotice } from '../../../ui/index.js';
import screen from '../../../shell/screen.module.css';
import classes from '../why.module.css';
import { TraceTree } from './trace-tree.js';

type Evaluation = components['schemas']['EvaluationDto'];
type RuleItem = components['schemas']['RuleItemDto'];
type Trace = components['schemas']['RuleTraceDto'];

const signs = { hit: '●', no_hit: '○', unknown: '?' } as const;

/** Shows the outcome of each rule: hits first, then rules that could not be decided. */
export function RuleOutcomes({ evaluation }: { readonly evaluation: Evaluation }) {
  const text = useText().transactions;
  const { rulesHit, rulesNoHit } = evaluation.rulesExecutionSummary;
  const traces = new Map((evaluation.trace ?? []).map((trace) => [trace.ruleId, trace]));
  const all = [...rulesHit, ...rulesNoHit];
  const rulesOf = (kind: RuleItem['outcome']): readonly RuleItem[] => all.filter(({ outcome }) => outcome === kind);
  const groups = [
    ['hit', text.hits],
    ['unknown', text.unknowns],
    ['no_hit', text.misses],
  ] as const;
  return (
    <section className={screen['panel']} aria-label={text.rules}>
      {groups.map(([kind, name]) => (
        <div key={kind} className={classes['list']}>
          <h2 tabIndex={-1} data-part={kind}>
            {name} ({rulesOf(kind).length})
          </h2>
          {rulesOf(kind).map((rule) => (
            <RuleOutcome
              key={rule.ruleId}
              rule={rule}
              trace={traces.get(rule.ruleId)}
              isOpen={kind === 'hit'}
              evaluationId={evaluation.id}
            />
          ))}
        </div>
      ))}
    </section>
  );
}

interface RuleOutcomeProps {
  readonly rule: RuleItem;
  readonly trace: Trace | undefined;
  readonly isOpen: boolean;
  readonly evaluationId: string;
}

function RuleOutcome({ rule, trace, isOpen, evaluationId }: RuleOutcomeProps) {
  const { transactions: text, editor } = useText();
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  const mayRead = permissions.includes('rules:read');
  return (
    <details open={isOpen}>
      <summary>
        <Badge sign={signs[rule.outcome]} tone={rule.outcome === 'hit' ? 'warning' : 'plain'}>
          {editor.outcomes[rule.outcome]}
        </Badge>{' '}
        <strong>{rule.ruleKey}</strong> {rule.name}{' '}
        {rule.score !== 0 && <span className={screen['soft']}>+{formats.number(rule.score)}</span>}
      </summary>
      {trace ? (
        <ul className={classes['tree']}>
          <TraceTree node={trace.tree} />
        </ul>
      ) : (
        <p className={screen['soft']}>{text.traceMissing}</p>
      )}
      {mayRead && (
        <Actions>
          <Link to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId: rule.ruleId }}>
            {text.openRule}
          </Link>
          <Link
            to="/$organizationId/payments"
            params={{ organizationId }}
            search={{ ruleId: rule.ruleId, outcome: rule.outcome }}
          >
            {text.sameOutcome}
          </Link>
          <AsTest evaluationId={evaluationId} ruleId={rule.ruleId} />
        </Actions>
      )}
    </details>
  );
}

/** Shows the text of a test that reproduces the result of the payment. */
export function AsTest({ evaluationId, ruleId }: { readonly evaluationId: string; readonly ruleId: string }) {
  const text = useText().transactions;
  const { api } = useApi();
  const [isShown, setShown] = useState(false);
  const asking = useMutation({
    mutationFn: () =>
      answerOf(api.GET('/evaluations/{id}/test', { params: { path: { id: evaluationId }, query: { ruleId } } })),
  });
  return (
    <>
      <Button
        look="quiet"
        onClick={() => {
          setShown(true);
          asking.mutate();
        }}
      >
        {text.asTest}
      </Button>
      {isShown && (
        <Dialog title={text.testTitle} onClose={() => setShown(false)}>
          {asking.error && <FailureNotice error={asking.error} />}
          {asking.data && (
            <>
              <pre className={classes['text']} tabIndex={0}>
                {asking.data.source}
              </pre>
              <Button look="main" onClick={() => void copyText(asking.data.source)}>
                {text.copy}
              </Button>
            </>
          )}
        </Dialog>
      )}
    </>
  );
}
