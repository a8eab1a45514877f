import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import classes from '../parties.module.css';
import { type DrawnNode, nodeBeside, type Picture, type Step } from '../model/graph-picture.js';
import { type GraphActs, useNodeName } from './node-name.js';

interface ViewProps {
  readonly picture: Picture;
  /** Parties whose neighbours could not be read. */
  readonly failed: readonly string[];
  readonly acts: GraphActs;
}

const steps: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

const nodeWidth = 190;
const nodeHeight = 32;
const bend = 30;

/** The picture. Arrow keys move along it, Enter unfolds, Delete folds, o opens. Only one node at a time is a Tab stop. */
export function GraphView({ picture, failed, acts }: ViewProps) {
  const text = useText().parties;
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<string | null>(null);
  const at = picture.nodes.some(({ id }) => id === chosen) ? chosen : (picture.nodes[0]?.id ?? null);
  const walk = (to: string | null): void => {
    if (to === null) return;
    choose(to);
    box.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(to)}"]`)?.focus();
  };
  const act = (node: DrawnNode): void => {
    if (node.of !== null) acts.widen(node.of);
    if (node.kind === 'entity') acts.toggle(node.id);
  };
  const press = (event: KeyboardEvent, node: DrawnNode): void => {
    const step = steps[event.key];
    const isParty = node.kind === 'entity';
    if (step) walk(nodeBeside(picture, node.id, step));
    else if (event.key === 'Delete' && isParty && acts.isOpen(node.id)) acts.toggle(node.id);
    else if (event.key === 'o' && isParty && !event.ctrlKey && !event.metaKey)
      void navigate({ to: '/$organizationId/parties/$entityId', params: { organizationId, entityId: node.id } });
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes['picture']} ref={box} role="group" aria-label={text.graph} tabIndex={-1}>
      <div style={{ position: 'relative', width: picture.width, height: picture.height }}>
        <Edges picture={picture} />
        {picture.nodes.map((node) => (
          <Node
            key={node.id}
            node={node}
            acts={acts}
            isFailed={failed.includes(node.id)}
            isReached={node.id === at}
            onAct={() => act(node)}
            onFocus={() => choose(node.id)}
            onKeyDown={(event) => press(event, node)}
          />
        ))}
      </div>
    </div>
  );
}

interface NodeProps {
  readonly node: DrawnNode;
  readonly acts: GraphActs;
  readonly isFailed: boolean;
  readonly isReached: boolean;
  readonly onAct: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Node({ node, acts, isFailed, isReached, onAct, onFocus, onKeyDown }: NodeProps) {
  const name = useNodeName();
  const { organizationId } = usePlace();
  const shared = {
    className: classes['node'],
    style: { left: node.x, top: node.y, width: nodeWidth, height: nodeHeight },
    tabIndex: isReached ? 0 : -1,
    title: name(node, acts),
    'data-node': node.id,
    'data-kind': node.kind,
    'data-failed': isFailed || undefined,
    onFocus,
    onKeyDown,
  };
  // The list of transactions shows what exceeds the picture.
  if (node.of !== null && acts.isWide(node.of))
    return (
      <Link {...shared} to="/$organizationId/payments" params={{ organizationId }} search={{ entityId: node.of }}>
        {name(node, acts)}
      </Link>
    );
  const isParty = node.kind === 'entity';
  return (
    <button type="button" {...shared} onClick={onAct} aria-expanded={isParty ? acts.isOpen(node.id) : undefined}>
      {name(node, acts)}
    </button>
  );
}

function Edges({ picture }: { readonly picture: Picture }) {
  const places = new Map(picture.nodes.map((node) => [node.id, node]));
  const lines = [
    ...picture.edges.map(({ kind, source, target }) => ({ kind: kind, source, target })),
    ...picture.nodes.flatMap(({ id, of }) => (of === null ? [] : [{ kind: 'fold', source: of, target: id }])),
  ];
  return (
    <svg className={classes['edges']} width={picture.width} height={picture.height} aria-hidden="true">
      {lines.map(({ kind, source, target }) => {
        const [from, to] = [places.get(source), places.get(target)];
        if (!from || !to) return null;
        return <path key={`${kind} ${source} ${target}`} data-link={kind} d={curve(from, to)} />;
      })}
    </svg>
  );
}

/** Draws a curve from the side of one node to the side of the other. */
function curve(one: DrawnNode, other: DrawnNode): string {
  const [from, to] = one.x <= other.x ? [one, other] : [other, one];
  const [y1, y2] = [from.y + nodeHeight / 2, to.y + nodeHeight / 2];
  const x1 = from.x + nodeWidth;
  if (from.x === to.x) return `M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x1 + bend} ${y2}, ${x1} ${y2}`;
  return `M ${x1} ${y1} C ${x1 + bend} ${y1}, ${to.x - bend} ${y2}, ${to.x} ${y2}`;
}
