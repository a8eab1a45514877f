/** Words that can never be names (language manual 1.2). */
const reserved: ReadonlySet<string> = new Set(
  'rule when then test let const param define and or not in is between where true false AND OR NOT IN IS'.split(' '),
);

export const isReservedWord = (text: string): boolean => reserved.has(text);
