/** An answer that is already text: that of an earlier request, or of one that is kept. Thrown where it is not what the route returns. */
export class PreparedResponseException extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super('an answer that is kept');
    this.name = 'KeptAnswer';
  }
}
