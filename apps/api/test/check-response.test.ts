import { responseProblem } from './support/check-response.js';

const list = { limit: 50, offset: 0, hasMore: false, nextCursor: null, total: 0 };

test.each<[string, number, unknown, string | null]>([
  [
    'what is described',
    200,
    { success: true, count: 0, asOf: '2026-01-01T00:00:00.000Z', alerts: [], pagination: list, requestId: 'r' },
    null,
  ],
  [
    'a member that is not described',
    200,
    { success: true, count: 0, asOf: '2026-01-01T00:00:00.000Z', alerts: [], pagination: list, secret: 1 },
    'additional',
  ],
  [
    'one further in',
    200,
    { success: true, count: 0, asOf: '2026-01-01T00:00:00.000Z', alerts: [], pagination: { ...list, secret: 1 } },
    'additional',
  ],
  ['a member that is missing', 200, { success: true, pagination: list }, 'required'],
  ['a status that is not described', 418, {}, 'status 418'],
])('the response check gives the expected result for a response with %s', (_, status, body, problem) => {
  const found = responseProblem('GET', '/intelligence/alerts', status, body);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toContain(problem);
});

const error = (code: string, more: object = {}) => ({
  success: false,
  error: { code, message: 'm' },
  ...{ requestId: 'r', type: `/errors/${code}`, title: 't', status: 400, detail: 'd', instance: '/' },
  ...more,
});

test.each<[string, object, string | null]>([
  ['a code that is described', error('VALIDATION_ERROR'), null],
  ['a code that is not described there', error('NO_CHANGES'), 'the code NO_CHANGES is not described'],
  ['a member that its code does not have', error('VALIDATION_ERROR', { stack: 'at …' }), 'shows no stack'],
])('the response check gives the expected result for an error with %s', (_, body, problem) => {
  const found = responseProblem('GET', '/intelligence/alerts', 400, body);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toContain(problem);
});
