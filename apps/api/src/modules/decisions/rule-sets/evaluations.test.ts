import { compileRuleSet, prepareSummary, type RuleSetContent, type EvaluationParams } from '@tamis/engine';
import fastify from 'fastify';

import type { LoadedRuleSet } from './index.js';
import { RuleEngine } from './use-cases/rule-sets.js';
import { readConfig } from '../../../platform/config/index.js';

import { sendError, ApiError } from '../../../platform/http/index.js';

const oneRule: RuleSetContent = {
  rules: [
    {
      ruleId: 'r1',
      version: 1,
      status: 'active',
      source: 'rule large "Large" { on transaction score 7 when transaction.amount >= 10 USD }',
      externalId: null,
      createdAt: '2026-01-01T00:00:00Z',
    },
  ],
  lists: {},
  baseCurrency: 'USD',
  timezone: 'UTC',
};

function loaded(content: RuleSetContent = oneRule): LoadedRuleSet {
  const result = compileRuleSet(content);
  if (!result.ok) throw new Error('the rule does not compile');
  const set = result.value;
  const summaries = { full: prepareSummary(set), hits: prepareSummary(set, { list: 'hits' }) };
  return { version: set.version, revision: 1, content, compiled: set, summaries };
}

const run: EvaluationParams = { evaluationId: 'e', target: 'transaction', trigger: 'created', now: 0 };
const payment = '{"amount":"20","currency":"USD"}';

describe('evaluations in the API process', () => {
  let evaluations: RuleEngine;

  beforeEach(() => {
    const config = readConfig({ DATABASE_URL: 'postgres://u@h/d', ENGINE_THREADS: '1', ENGINE_MAX_WAITING: '2' });
    if (!config.ok) throw new Error(config.error.join());
    evaluations = new RuleEngine(config.value);
  });
  afterEach(() => evaluations.onApplicationShutdown());

  it('answers 503 with Retry-After when the waiting queue is full', async () => {
    const set = loaded();
    const asked = Array.from({ length: 3 }, () => evaluations.evaluate(set, payment, '{"windows":{}}', run));
    const error = await asked[2]!.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 503, members: { reason: 'overloaded', retryAfterSeconds: 1 } });
    const outcomes = await Promise.all(asked.slice(0, 2));
    expect(outcomes.map(({ outcome }) => outcome.totalScore)).toEqual([7, 7]);
    expect(evaluations.snapshot()).toMatchObject({ answered: 2, refused: { overloaded: 1 }, waiting: 0 });

    const server = fastify();
    server.get('/', (request, reply) => sendError(error as ApiError, request, reply));
    const answer = await server.inject('/');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1']);
    expect(answer.json()).toMatchObject({
      success: false,
      error: { code: 'SERVICE_UNAVAILABLE' },
      reason: 'overloaded',
      retryAfterSeconds: 1,
    });
    await server.close();
  });

  it('gives the same outcome without rules as when the whole record is read', async () => {
    const withoutRules = loaded({ ...oneRule, rules: [] });
    const restriction = { entityId: 'e1', role: 'origin', status: 'blocked', decision: 'REJECT' };
    const contexts = [
      { amount: '20', currency: 'USD' },
      { amount: '20', partyRestrictions: [restriction] },
      { amount: '20', partyRestrictions: [{ ...restriction, decision: 'HOLD' }] },
      { metadata: { partyRestrictions: [restriction] } },
      { description: '"partyRestrictions"' },
    ];
    const decisions: unknown[] = [];
    for (const context of contexts) {
      const found = await evaluations.evaluate(withoutRules, JSON.stringify(context), '{"windows":{}}', run);
      expect(found.outcomeJson).toBe(JSON.stringify(withoutRules.compiled.evaluate(context, { windows: {} }, run)));
      decisions.push(found.outcome.decision);
    }
    expect(decisions).toEqual(['APPROVE', 'REJECT', 'HOLD', 'APPROVE', 'APPROVE']);
  });
});
