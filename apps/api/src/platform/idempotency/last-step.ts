/**
 * What is left to do for a request when it has waited for others, returned by its handler in place of the answer: it is one database
 * transaction with the answer under the key of the request, so that a crash leaves both or neither.
 */
export class LastStep<Answer> {
  constructor(readonly act: () => Promise<Answer>) {}
}
