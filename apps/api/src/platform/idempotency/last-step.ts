/**
 * The last step of a request that had to wait for others, returned by its handler instead of a response. It runs in one database
 * transaction with storing the response under the key of the request, so that a crash leaves both or neither.
 */
export class LastStep<Answer> {
  constructor(readonly act: () => Promise<Answer>) {}
}
