const wordBits = 32;

/**
 * Returns the Levenshtein distance in code points. Uses bit vectors (Myers 1999, blocks after Hyyrö 2003), which compute 32 rows of the
 * table at once, so that two texts of maximum length still take only milliseconds.
 */
export function editDistance(a: string, b: string): number {
  if (a === b) return 0;
  const rows = [...a];
  const columns = [...b];
  if (rows.length === 0 || columns.length === 0) return rows.length + columns.length;
  const blocks = Math.ceil(rows.length / wordBits);
  // Vertical differences of the previous column, per block: all +1 at the start.
  const plus = new Int32Array(blocks).fill(-1);
  const minus = new Int32Array(blocks);
  const positions = positionBits(rows, blocks);
  const none = new Int32Array(blocks);
  const lastBit = 1 << ((rows.length - 1) % wordBits);
  let distance = rows.length;
  for (const character of columns) {
    const equal = positions.get(character) ?? none;
    let carryPlus = 1;
    let carryMinus = 0;
    for (let block = 0; block < blocks; block += 1) {
      const vertical = plus[block] ?? 0;
      const down = minus[block] ?? 0;
      const matches = (equal[block] ?? 0) | carryMinus;
      const diagonal = ((((matches & vertical) + vertical) | 0) ^ vertical) | matches | down;
      let horizontalPlus = down | ~(diagonal | vertical);
      let horizontalMinus = vertical & diagonal;
      if (block === blocks - 1) {
        if (horizontalPlus & lastBit) distance += 1;
        else if (horizontalMinus & lastBit) distance -= 1;
      }
      const nextPlus = horizontalPlus >>> (wordBits - 1);
      const nextMinus = horizontalMinus >>> (wordBits - 1);
      horizontalPlus = (horizontalPlus << 1) | carryPlus;
      horizontalMinus = (horizontalMinus << 1) | carryMinus;
      const upright = (equal[block] ?? 0) | down;
      plus[block] = horizontalMinus | ~(upright | horizontalPlus);
      minus[block] = horizontalPlus & upright;
      carryPlus = nextPlus;
      carryMinus = nextMinus;
    }
  }
  return distance;
}

/** Returns for each character the rows in which it occurs, as bits. */
function positionBits(rows: readonly string[], blocks: number): ReadonlyMap<string, Int32Array> {
  const positions = new Map<string, Int32Array>();
  for (const [row, character] of rows.entries()) {
    let bits = positions.get(character);
    if (!bits) positions.set(character, (bits = new Int32Array(blocks)));
    const block = Math.floor(row / wordBits);
    bits[block] = (bits[block] ?? 0) | (1 << (row % wordBits));
  }
  return positions;
}
