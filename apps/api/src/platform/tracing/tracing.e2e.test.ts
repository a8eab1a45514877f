import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

import { createApp } from '../../create-app.js';
import { readConfig } from '../config/index.js';
import { publishRule } from '../../../test/support/publish-rule.js';
import { type TestResponse, send, startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';

describe('spans', () => {
  let api: TestApi;
  const exporter = new InMemorySpanExporter();
  beforeAll(async () => {
    api = await startOwnTestApi();
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    await publishRule(api, { source: 'rule any_payment { on transaction when transaction.amount > 0 USD }' });
  });
  afterAll(async () => {
    trace.disable();
    context.disable();
    await api?.stop();
  });

  const payment = (externalId: string) =>
    JSON.stringify({ type: 'PAYMENT', amount: 10, currency: 'USD', externalId, description: 'personal' });

  it('are not created unless tracing is enabled', async () => {
    expect((await api.call('/transactions', { body: payment('off-1') })).status).toBe(201);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it('are created for a request, its facts and its evaluation when enabled, and contain no sent data', async () => {
    const config = readConfig({
      DATABASE_URL: api.pool.options.connectionString,
      PORT: '0',
      LOG: 'silent',
      TRACING: 'on',
    });
    if (!config.ok) throw new Error(config.error.join());
    const app = await createApp(config.value);
    try {
      await app.listen(0, '127.0.0.1');
      const url = await app.getUrl();
      const pay = (): Promise<TestResponse> =>
        send(`${url}/transactions`, api.production.key, {
          body: payment('on-1'),
          headers: { 'x-request-id': 'traced-1' },
        });
      const made = await pay();
      expect(made.status).toBe(201);
      const spans = exporter.getFinishedSpans();
      const named = (name: string): ReadableSpan => {
        const span = spans.find((other) => other.name === name);
        if (!span) throw new Error(`no span ${name} among ${spans.map((other) => other.name).join()}`);
        return span;
      };
      const request = named('POST /transactions');
      expect(request.attributes).toMatchObject({
        'http.request.method': 'POST',
        'http.route': '/transactions',
        'tamis.request_id': 'traced-1',
        'tamis.organization_id': api.production.organizationId,
      });
      for (const name of ['gather facts', 'evaluate rules']) {
        expect(named(name).parentSpanContext?.spanId).toBe(request.spanContext().spanId);
        expect(named(name).spanContext().traceId).toBe(request.spanContext().traceId);
      }
      expect(JSON.stringify(spans.map(({ name, attributes }) => ({ name, attributes })))).not.toContain('personal');
      exporter.reset();
      await pay();
      const [failed] = exporter.getFinishedSpans().filter(({ name }) => name === 'POST /transactions');
      expect(failed!.status).toEqual({ code: SpanStatusCode.ERROR, message: 'ApiError' });
    } finally {
      await app.close();
    }
  });
});
