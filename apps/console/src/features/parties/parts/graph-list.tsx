import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Button } from '../../../ui/index.js';
import classes from '../parties.module.css';
import type { DrawnNode, Edge, Picture } from '../model/graph-picture.js';
import { type GraphActs, useEdgeName, useNodeName } from './node-name.js';

interface ListProps {
  readonly picture: Picture;
  readonly acts: GraphActs;
}

/** The same content as the picture, in words. */
export function GraphList({ picture, acts }: ListProps) {
  const text = useText().parties;
  const name = useNodeName();
  const byId = new Map(picture.nodes.map((node) => [node.id, node]));
  const edgeName = useEdgeName((id) => byId.get(id)?.label ?? id);
  const places = new Map(picture.nodes.map(({ id }, index) => [id, index]));
  // An edge is described once, with the later one of its nodes.
  const told = new Map<string, Edge[]>();
  for (const edge of picture.edges) {
    const isLater = (places.get(edge.source) ?? 0) > (places.get(edge.target) ?? 0);
    const id = isLater ? edge.source : edge.target;
    told.set(id, [...(told.get(id) ?? []), edge]);
  }
  return (
    <section className={classes['listed']} aria-label={text.asList}>
      <h2>{text.asList}</h2>
      <ul className={screen['entries']}>
        {picture.nodes.map((node) => (
          <li key={node.id} data-listed={node.id}>
            <Listed node={node} acts={acts} name={name(node, acts)} />
            {(told.get(node.id) ?? []).map((edge) => {
              const said = edgeName(edge);
              return <p key={said}>{said}</p>;
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ListedProps {
  readonly node: DrawnNode;
  readonly acts: GraphActs;
  readonly name: string;
}

function Listed({ node, acts, name }: ListedProps) {
  const text = useText().parties;
  const { organizationId } = usePlace();
  if (node.of !== null) {
    const of = node.of;
    if (acts.isWide(of))
      return (
        <Link to="/$organizationId/payments" params={{ organizationId }} search={{ entityId: of }}>
          {name}
        </Link>
      );
    return <Button onClick={() => acts.widen(of)}>{name}</Button>;
  }
  if (node.kind === 'device')
    return (
      <Link
        to="/$organizationId/payments"
        params={{ organizationId }}
        search={{ deviceId: node.id.replace(/^device:/, '') }}
      >
        {name}
      </Link>
    );
  if (node.kind !== 'entity') return <strong>{name}</strong>;
  return (
    <>
      <Link to="/$organizationId/parties/$entityId" params={{ organizationId, entityId: node.id }}>
        {name}
      </Link>{' '}
      {node.column > 0 && (
        <Button
          look="quiet"
          aria-label={acts.isOpen(node.id) ? text.fold(name) : text.unfold(name)}
          onClick={() => acts.toggle(node.id)}
        >
          {acts.isOpen(node.id) ? '−' : '+'}
        </Button>
      )}
    </>
  );
}
