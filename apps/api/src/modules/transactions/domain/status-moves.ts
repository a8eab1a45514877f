const final: readonly string[] = ['EXPIRED', 'DECLINED', 'REFUNDED', 'SUCCESSFUL'];

/** Where a transaction may go from each open status; the final ones have no way out. */
const moves: Readonly<Record<string, readonly string[]>> = {
  CREATED: ['PROCESSING', 'SUSPENDED', 'SENT', ...final],
  PROCESSING: ['SUSPENDED', 'SENT', ...final],
  SUSPENDED: ['PROCESSING', 'SENT', ...final],
  SENT: ['SUSPENDED', ...final],
};

export const movesFrom = (from: string): readonly string[] => moves[from] ?? [];

export const mayMove = (from: string, to: string): boolean => movesFrom(from).includes(to);
