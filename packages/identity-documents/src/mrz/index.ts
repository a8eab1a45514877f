export { type MrzProblem, readMrz } from './read-mrz.js';
export { suggestLines } from './suggest-lines.js';
