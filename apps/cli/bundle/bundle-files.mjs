import { fileURLToPath } from 'node:url';

/** What `tamis` starts with. */
export const bundleFile = fileURLToPath(new URL('../dist/bundle/main.mjs', import.meta.url));

/** Which files and which projects it was made from, by paths from the folder of the command line. */
export const sourcesFile = fileURLToPath(new URL('../dist/bundle/sources.json', import.meta.url));
