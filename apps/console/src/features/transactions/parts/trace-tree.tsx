import type { components } from '@tamis/client';
import { useText } from '../../../i18n/reader.js';
import { Badge } from '../../../ui/index.js';
import type { DecidingParts } from '../model/deciding-parts.js';
import { showValue } from '../model/show-value.js';
import screen from '../../../shell/screen.module.css';
import classes from '../why.module.css';

type TraceNode = components['schemas']['TraceNodeDto'];

const signs = { true: '✓', false: '✗', unknown: '?', skipped: '–' } as const;

/** A condition as a tree, each part with what it came to and the value that was found. */
export function TraceTree({ node, deciding }: { readonly node: TraceNode; readonly deciding?: DecidingParts }) {
  const text = useText().transactions;
  const { outcome, actual, expected, because = [], rowCount, children } = node;
  const isValueShown = actual !== undefined && children.length === 0;
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
      {isValueShown && expected !== undefined && <span className={screen['soft']}> {showValue(actual)}</span>}
      {rowCount !== undefined && <span className={screen['soft']}> · {text.rows(rowCount)}</span>}
      {because.map(({ cause, message }) => (
        <span key={`${cause} ${message ?? ''}`} className={screen['soft']} lang="en">
          {' '}
          · {text.becauseOf(message ?? cause)}
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

/** Says that this part makes the difference to the other side, and what of it is another one there. */
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
