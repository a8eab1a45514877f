import { TamisError } from './tamis-error.js';

interface Outcome<Answer> {
  readonly data?: Answer;
  readonly error?: unknown;
  readonly response: Response;
}

/** The answer to a request; throws `TamisError` where it was refused. */
export async function answerOf<Answer>(request: Promise<Outcome<Answer>>): Promise<NonNullable<Answer>> {
  const { data, error, response } = await request;
  if (!response.ok) throw TamisError.of(error, response);
  return data as NonNullable<Answer>;
}
