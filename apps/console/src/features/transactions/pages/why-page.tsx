import type { components } from '@tamis/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { answerOf } from '../../../data/client.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { useApi, useMay, usePlace, useRefusal } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import { Time } from '../../../shell/time.js';
import { Button, Empty, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { ChangesPanel } from '../parts/changes-panel.js';
import { DecisionBadge } from '../parts/decision-badge.js';
import { LinkedPayments } from '../parts/linked-payments.js';
import { DecideNow, PaymentStatus } from '../parts/payment-work.js';
import { RuleOutcomes } from '../parts/rule-outcomes.js';
import { evaluationQuery, transactionQuery } from '../queries.js';
import screen from '../../../shell/screen.module.css';
import classes from '../why.module.css';

/** The number of characters of the hash in the name of a set: enough to distinguish sets. */
const shownOfSet = 11;

type Evaluation = components['schemas']['EvaluationDto'];
type Payment = components['schemas']['TransactionRecordDto'];

/** A2: why a payment was decided as it was, what would have changed the decision, and which rules were close. */
export function WhyPage() {
  const text = useText();
  const { organizationId } = usePlace();
  const { transactionId } = useParams({ from: '/$organizationId/payments/$transactionId/why' });
  const { data, error, refetch } = useQuery({
    ...transactionQuery(organizationId, transactionId),
    enabled: useMay('transactions:read'),
  });
  return (
    <Guarded
      title={data ? text.transactions.whyTitle(data.externalId) : text.transactions.why}
      permission="transactions:read"
    >
      {error && !data && (
        <RecordFailure title={text.transactions.why} error={error} retry={() => void refetch()} screen="payments" />
      )}
      {error && data && <FailureNotice error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading>{text.shell.loading}</Loading>}
      {data && <Why payment={data} />}
    </Guarded>
  );
}

/** Moves the focus to a part of the page, which scrolls to it. */
const goTo = (part: string) => (): void => document.querySelector<HTMLElement>(`[data-part="${part}"]`)?.focus();

function Why({ payment }: { readonly payment: Payment }) {
  const text = useText();
  useKeys({ h: goTo('hit'), u: goTo('unknown'), w: goTo('change') });
  const { organizationId } = usePlace();
  const id = payment.lastEvaluationId ?? null;
  const { data, error, refetch } = useQuery(evaluationQuery(organizationId, id));
  return (
    <>
      <Head payment={payment} evaluation={data?.evaluation} />
      <LinkedPayments payment={payment} />
      {id === null && (
        <Empty title={text.transactions.notDecided}>
          <p>{text.transactions.notDecidedTells}</p>
          <DecideNow payment={payment} />
        </Empty>
      )}
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {id !== null && !error && !data && <Loading>{text.shell.loading}</Loading>}
      {data && (
        <div className={screen['columns']}>
          <div className={classes['stack']}>
            <Reasons evaluation={data.evaluation} />
            <RuleOutcomes evaluation={data.evaluation} />
          </div>
          <div className={classes['stack']}>
            <ChangesPanel whatIf={data.whatIf ?? []} neighbours={data.neighbours ?? []} payment={payment} />
          </div>
        </div>
      )}
    </>
  );
}

function Head({ payment, evaluation }: { readonly payment: Payment; readonly evaluation: Evaluation | undefined }) {
  const text = useText().transactions;
  const formats = useFormats();
  const nameOf = ({ name, externalId }: Payment['origin']): string => name ?? externalId ?? text.nobody;
  return (
    <div className={classes['head']}>
      <h1>{payment.externalId}</h1>
      <span>
        {nameOf(payment.origin)} → {nameOf(payment.destination)}
      </span>
      <strong>{formats.money(payment.amount, payment.currency)}</strong>
      <Time at={payment.transactedAt} look="both" />
      <DecisionBadge decision={payment.decision} />
      {evaluation && (
        <>
          <span className={screen['soft']}>
            {text.score(evaluation.totalScore)} · <SetOf version={evaluation.ruleSetVersion} />
          </span>
        </>
      )}
      <span className={classes['grow']} />
      <PaymentStatus payment={payment} />
      {evaluation && <Replay evaluationId={evaluation.id} />}
    </div>
  );
}

/** Shows the rule set that decided, with a link. */
function SetOf({ version }: { readonly version: string }) {
  const text = useText().transactions;
  const { organizationId } = usePlace();
  const name = text.set(version.slice(0, shownOfSet));
  if (!useMay('rules:read')) return <span title={version}>{name}</span>;
  return (
    <Link to="/$organizationId/rules/sets" params={{ organizationId }} search={{ version }} title={version}>
      {name}
    </Link>
  );
}

function Replay({ evaluationId }: { readonly evaluationId: string }) {
  const { transactions: text, shell } = useText();
  const { api } = useApi();
  const refusal = useRefusal()('rules:execute');
  const replay = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/evaluations/{id}/replay', { params: { path: { id: evaluationId } }, body: {} })),
  });
  return (
    <>
      <Button refused={refusal && shell.needs(refusal)} disabled={replay.isPending} onClick={() => replay.mutate()}>
        {text.replay}
      </Button>
      {replay.error && <FailureNotice error={replay.error} />}
      {replay.data && (
        <Notice kind={replay.data.equal ? 'good' : 'warning'}>
          {replay.data.equal ? text.replayEqual : text.replayDiffers(replay.data.differences.length)}
        </Notice>
      )}
    </>
  );
}

/** Shows the reasons for the decision, in one sentence each. */
function Reasons({ evaluation }: { readonly evaluation: Evaluation }) {
  const text = useText().transactions;
  const { rulesHit, rulesNoHit } = evaluation.rulesExecutionSummary;
  const ran = [...rulesHit, ...rulesNoHit];
  const keyOf = (ruleId = ''): string => ran.find((rule) => rule.ruleId === ruleId)?.ruleKey ?? ruleId;
  const sentences = evaluation.decisionBecause.map(({ source, ruleId, totalScore, from, status }) => {
    if (source === 'matrix') return text.reasons.matrix(totalScore ?? evaluation.totalScore, from ?? 0);
    if (source === 'party_status') return text.reasons.party_status(status ?? '');
    return text.reasons[source](keyOf(ruleId));
  });
  return (
    <section className={screen['panel']} aria-label={text.decidedBy}>
      <h2>{text.decidedBy}</h2>
      {sentences.length === 0 && <p>{ran.length === 0 ? text.noRules : text.nothingDecided}</p>}
      <ul className={classes['list']}>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
