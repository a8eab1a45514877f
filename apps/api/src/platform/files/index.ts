export { FilesModule, ReadFiles } from './read-files.js';
