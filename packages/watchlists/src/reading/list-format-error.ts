/** The file cannot be read as the list it should be. The message is for who loads it: what, where, what to do. */
export class ListFormatError extends Error {
  constructor(file: string, message: string) {
    super(`${file}: ${message}`);
  }
}
