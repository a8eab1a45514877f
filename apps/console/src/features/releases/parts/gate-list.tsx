import type { components } from '@tamis/client';
import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { Time } from '../../../shell/time.js';
import { Badge } from '../../../ui/index.js';
import { gateSigns, gateState, type ReleaseForm } from '../model/gate-state.js';
import classes from '../releases.module.css';

type Gates = components['schemas']['RuleGatesDto'];

interface GateListProps {
  readonly ruleId: string;
  readonly gates: Gates;
  readonly form: ReleaseForm;
}

/** All gates of the organization at once, with what each one lacks. */
export function GateList({ gates, form, ruleId }: GateListProps) {
  const text = useText().releases;
  return (
    <ul className={classes['gates']} aria-label={text.gates}>
      {gates.gates.map((gate) => {
        const state = gateState(gate, form);
        const { sign, tone } = gateSigns[state];
        return (
          <li key={gate.gate} data-gate={gate.gate} data-state={state}>
            <Badge sign={sign} tone={tone}>
              {text.gateNames[gate.gate]}
            </Badge>{' '}
            <span>
              {text.gateStates[state]}
              <GateFigures gate={gate.gate} gates={gates} ruleId={ruleId} />
            </span>
            {state === 'unmet' && gate.messages.length > 0 && (
              <ul lang="en">
                {gate.messages.map((message) => (
                  <li key={message}>{message}</li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface GateFiguresProps extends GateListProps {
  readonly gate: Gates['gates'][number]['gate'];
}

function GateFigures({ gate, gates, ruleId }: Omit<GateFiguresProps, 'form'>) {
  const text = useText().releases;
  const { organizationId } = usePlace();
  const { tests, cost, maxCost, dryRun, minReasonCharacters, diagnostics } = gates;
  if (gate === 'checks' && diagnostics.length > 0) return <> · {text.findings(diagnostics.length)}</>;
  if (gate === 'tests') return <> · {text.testsPass(tests.passed.length, tests.passed.length + tests.failed.length)}</>;
  if (gate === 'cost' && cost !== null) return <> · {text.cost(cost, maxCost)}</>;
  if (gate === 'reason') return <> · {text.reasonLength(minReasonCharacters)}</>;
  if (gate !== 'dryRun') return null;
  if (!dryRun)
    return (
      <>
        {' · '}
        {text.noDryRun}{' '}
        <Link to="/$organizationId/dry-runs/new" params={{ organizationId }} search={{ rule: ruleId }}>
          {text.startDryRun}
        </Link>
      </>
    );
  const { dryRunId } = dryRun;
  return (
    <>
      {' · '}
      <Link to="/$organizationId/dry-runs/$dryRunId" params={{ organizationId, dryRunId }}>
        {text.openDryRun}
      </Link>{' '}
      <Time at={dryRun.finishedAt} look="ago" />
    </>
  );
}
