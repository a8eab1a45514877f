import { useFormats, useText } from '../../../i18n/reader.js';
import type { DrawnNode, Edge } from '../model/graph-picture.js';

/** Actions of the user on a node. */
export interface GraphActs {
  readonly isOpen: (id: string) => boolean;
  readonly toggle: (id: string) => void;
  /** Shows more neighbours of a party than usual. */
  readonly widen: (id: string) => void;
  readonly isWide: (id: string) => boolean;
}

const signs: Readonly<Record<DrawnNode['kind'], string>> = {
  entity: '',
  device: '▣',
  account: '¤',
  phone: '☏',
  fold: '+',
};

/** Returns the name of a node, in the picture and in the list next to it. */
export function useNodeName(): (node: DrawnNode, acts: GraphActs) => string {
  const text = useText().parties;
  const formats = useFormats();
  return ({ kind, label, more, of }, acts) => {
    if (of === null) return `${signs[kind]} ${label}`.trim();
    return acts.isWide(of) ? text.restInPayments(formats.number(more)) : text.more(formats.number(more));
  };
}

/** Describes the link between two nodes. */
export function useEdgeName(nameOf: (id: string) => string): (edge: Edge) => string {
  const text = useText().parties;
  const formats = useFormats();
  return ({ kind, source, target, relationship, payments }) => {
    const [from, to] = [nameOf(source), nameOf(target)];
    if (relationship) {
      const { relationshipType, role, strength } = relationship;
      const said = [relationshipType, role, strength === null ? null : formats.share(strength)];
      return `${from} ${said.filter(Boolean).join(' ')} ${to}`;
    }
    if (payments) {
      const sum = payments.sumInUsd === null ? null : formats.money(payments.sumInUsd, 'USD');
      return text.pays(from, to, payments.count, sum);
    }
    return `${from} · ${text.links[kind]}: ${to}`;
  };
}
