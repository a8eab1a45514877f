/**
 * Thrown if a file cannot be read as the expected list. The message is for the person who loads it: what is wrong, where, and what to do.
 */
export class ListFormatError extends Error {
  constructor(file: string, message: string) {
    super(`${file}: ${message}`);
  }
}
