/** Whether promises are shown or tests run deep: `npm run promises` and `npm run test:deep` do whole counts and measure. */
export const isWhole = process.env['TAMIS_PROMISES_FILE'] !== undefined || process.env['TAMIS_RUNS'] !== undefined;

/** How often something is done: a part of it in `npm test`. */
export const wholeOrPart = (whole: number, part: number): number => (isWhole ? whole : part);

/** Which part it is follows from the content of the commit, so that each change tries another one. */
export const partSeed = Number(process.env['TAMIS_SEED'] ?? 7);
