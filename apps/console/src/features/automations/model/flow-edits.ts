import {
  actionBlock,
  type Block,
  branchBlock,
  type BranchBlock,
  laneNames,
  lanesOf,
  type LaneName,
  newKey,
} from './flow.js';

type Blocks = readonly Block[];

/** Position of a block: in the flow itself, or in a lane of a condition. */
export interface Place {
  readonly branch: string | null;
  readonly lane: LaneName;
  readonly index: number;
}

const withLane = (branch: BranchBlock, lane: LaneName, blocks: Blocks): BranchBlock => ({
  ...branch,
  lanes: { ...branch.lanes, [lane]: blocks },
});

/** Applies a change to each list of blocks, innermost first, so that inserted blocks are not visited again. */
function mapLists(
  blocks: Blocks,
  branch: string | null,
  lane: LaneName,
  change: (list: Blocks, at: Omit<Place, 'index'>) => Blocks,
): Blocks {
  const mapped = blocks.map((block) => {
    if (block.kind === 'action') return block;
    return laneNames.reduce<BranchBlock>((made, name) => {
      const own = made.lanes[name];
      if (own === null) return made;
      const inner = mapLists(own, block.key, name, change);
      return inner === own ? made : withLane(made, name, inner);
    }, block);
  });
  return change(mapped.every((block, at) => block === blocks[at]) ? blocks : mapped, { branch, lane });
}

export const changeBlock = (blocks: Blocks, key: string, change: (block: Block) => Block): Blocks =>
  mapLists(blocks, null, 'true', (list) =>
    list.some((block) => block.key === key) ? list.map((block) => (block.key === key ? change(block) : block)) : list,
  );

export const removeBlock = (blocks: Blocks, key: string): Blocks =>
  mapLists(blocks, null, 'true', (list) =>
    list.some((block) => block.key === key) ? list.filter((block) => block.key !== key) : list,
  );

export const insertBlock = (blocks: Blocks, { branch, lane, index }: Place, added: Block): Blocks =>
  mapLists(blocks, null, 'true', (list, at) =>
    at.branch === branch && (branch === null || at.lane === lane)
      ? [...list.slice(0, index), added, ...list.slice(index)]
      : list,
  );

interface Found {
  readonly block: Block;
  readonly place: Place;
  readonly list: Blocks;
}

export function findBlock(blocks: Blocks, key: string): Found | null {
  let found: Found | null = null;
  mapLists(blocks, null, 'true', (list, at) => {
    const index = list.findIndex((block) => block.key === key);
    if (index !== -1) found = { block: list[index]!, place: { ...at, index }, list };
    return list;
  });
  return found;
}

/** Returns a copy with new keys, because it is a different step. */
function copyOf(block: Block): Block {
  if (block.kind === 'action') return actionBlock(block.action, block.isStandby ? { isStandby: true } : {});
  const { true: yes, false: no, unknown } = block.lanes;
  return branchBlock(block.conditions, {
    lanes: { true: yes.map(copyOf), false: no.map(copyOf), unknown: unknown && unknown.map(copyOf) },
  });
}

/** Inserts a copy after the block, and returns its key. */
export function duplicateBlock(blocks: Blocks, key: string): { readonly blocks: Blocks; readonly key: string } {
  const found = findBlock(blocks, key);
  if (!found) return { blocks, key };
  const copy = copyOf(found.block);
  const place = { ...found.place, index: found.place.index + 1 };
  return { blocks: insertBlock(blocks, place, copy), key: copy.key };
}

/** Puts a block under a new condition, which is still empty. */
export function branchOff(blocks: Blocks, key: string): { readonly blocks: Blocks; readonly key: string } {
  const made = newKey();
  const changed = changeBlock(blocks, key, (block) =>
    branchBlock([], { key: made, lanes: { true: [block], false: [], unknown: null } }),
  );
  return { blocks: changed, key: made };
}

/**
 * Returns where a block goes when it moves up or down by one: past a neighbour, into a condition or out of it. `null` if it cannot move.
 */
function placeBeside(blocks: Blocks, { place, list }: Found, by: 1 | -1): Place | null {
  const neighbour = list[place.index + by];
  if (neighbour?.kind === 'action') return { ...place, index: place.index + by };
  if (neighbour) {
    const lane = by === 1 ? 'true' : neighbour.lanes.unknown ? 'unknown' : 'false';
    return { branch: neighbour.key, lane, index: by === 1 ? 0 : neighbour.lanes[lane]!.length };
  }
  if (place.branch === null) return null;
  const around = findBlock(blocks, place.branch)!;
  const { lanes } = around.block as BranchBlock;
  const lane = laneNames[laneNames.indexOf(place.lane) + by];
  if (lane !== undefined && lanes[lane] !== null)
    return { branch: place.branch, lane, index: by === 1 ? 0 : lanes[lane].length };
  // When the move is carried out, the block is first removed from its own list, which lies inside of the condition.
  return { ...around.place, index: around.place.index + (by === 1 ? 1 : 0) };
}

export function moveBlock(blocks: Blocks, key: string, by: 1 | -1): Blocks {
  const found = findBlock(blocks, key);
  const place = found && placeBeside(blocks, found, by);
  return found && place ? insertBlock(removeBlock(blocks, key), place, found.block) : blocks;
}

export function mayMove(blocks: Blocks, key: string, by: 1 | -1): boolean {
  const found = findBlock(blocks, key);
  return found !== null && placeBeside(blocks, found, by) !== null;
}

/** Returns the variables that steps before a block have set, for use in its texts. */
export function variablesBefore(blocks: Blocks, key: string): readonly string[] {
  const names: string[] = [];
  const visit = (list: Blocks): boolean =>
    list.some((block) => {
      if (block.key === key) return true;
      if (block.kind === 'branch') return visit(lanesOf(block).flat());
      const name = block.action.type === 'set_variable' ? block.action.config?.['name'] : undefined;
      if (typeof name === 'string' && name !== '') names.push(name);
      return false;
    });
  visit(blocks);
  return [...new Set(names)];
}
