import type { components } from '@tamis/client';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { Badge } from '../../../ui/index.js';
import type { DecidingParts } from '../model/deciding-parts.js';
import { showValue } from '../model/show-value.js';
import screen from '../../../shell/screen.module.css';
import classes from '../why.module.css';
import { CauseText } from './cause-text.js';
import { TraceInputs } from './trace-inputs.js';

type TraceNode = components['schemas']['TraceNodeDto'];

const signs = { true: '✓', false: '✗', unknown: '?', skipped: '–' } as const;

/** Shows a condition as a tree, with the result and the actual value of each part. */
export function TraceTree({ node, deciding }: { readonly node: TraceNode; readonly deciding?: DecidingParts }) {
  const text = useText().transactions;
  const { why } = useAdminText();
  const { outcome, actual, because = [], children } = node;
  return (
    <li>
      {outcome && (
        <span className={classes['mark']} data-outcome={outcome} title={text.outcomes[outcome]}>
          <span aria-hidden="true">{signs[outcome]}</span>
          <span className="hidden">{text.outcomes[outcome]}</span>
        </span>
      )}
      <code>{node.text}</code>
      {deciding?.has(node.id) && <Deciding part={deciding.get(node.id) ?? null} />}
      {actual !== undefined && <span className={screen['soft']}> {showValue(actual)}</span>}
      <TraceInputs node={node} />
      {because.map((cause) => (
        <span key={`${cause.cause} ${cause.path ?? ''}`} className={screen['soft']} data-cause={cause.cause}>
          {' '}
          · {why.unknown} <CauseText {...cause} />
        </span>
      ))}
      {children.length > 0 && (
        <ul className={classes['tree']}>
          {children.map((child) => (
            <TraceTree key={child.id} node={child} {...(deciding && { deciding })} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Shows that this part causes the difference to the other side, and which part of it differs there. */
function Deciding({ part }: { readonly part: string | null }) {
  const text = useText().transactions;
  return (
    <span data-deciding>
      {' '}
      <Badge sign="◆" tone="warning">
        {part === null ? text.makesIt : text.makesItBy(part)}
      </Badge>
    </span>
  );
}
