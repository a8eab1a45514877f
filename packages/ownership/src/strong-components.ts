/**
 * Returns groups of nodes that reach each other along `nextOf`, with each node once. A group comes after all groups that it leads to. After
 * Tarjan, without recursion, because a chain may be as long as the graph.
 */
export function strongComponents(
  places: readonly number[],
  nextOf: (place: number) => readonly number[],
): readonly (readonly number[])[] {
  const order = new Map<number, number>();
  const lowest = new Map<number, number>();
  const open: number[] = [];
  const isOpen = new Set<number>();
  const components: number[][] = [];
  const enter = (place: number) => {
    order.set(place, order.size);
    lowest.set(place, order.get(place)!);
    open.push(place);
    isOpen.add(place);
    return { place, next: nextOf(place), at: 0 };
  };
  const lower = (place: number, to: number): void => void lowest.set(place, Math.min(lowest.get(place)!, to));
  for (const start of places) {
    if (order.has(start)) continue;
    const way = [enter(start)];
    while (way.length > 0) {
      const step = way.at(-1)!;
      const next = step.next[step.at];
      step.at += 1;
      if (next === undefined) {
        way.pop();
        if (way.length > 0) lower(way.at(-1)!.place, lowest.get(step.place)!);
        if (lowest.get(step.place) === order.get(step.place)) components.push(close(step.place));
      } else if (!order.has(next)) way.push(enter(next));
      else if (isOpen.has(next)) lower(step.place, order.get(next)!);
    }
  }
  return components;

  function close(first: number): number[] {
    const component = open.splice(open.indexOf(first));
    for (const place of component) isOpen.delete(place);
    return component;
  }
}
