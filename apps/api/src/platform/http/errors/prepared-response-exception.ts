/**
 * A response that already exists as text: that of an earlier request, or one that is stored. Thrown instead of being returned by the route.
 */
export class PreparedResponseException extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
  ) {
    super('a stored response');
    this.name = 'KeptAnswer';
  }
}
