import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import pg from 'pg';

/**
 * The minimum that any server for payments does: Fastify stores what it receives with a single statement. The database is set in
 * `DATABASE_URL`, and the file `RESPONSE` contains the response if it is more than a confirmation.
 */
const server = fastify();
const responseFile = process.env['RESPONSE'];
const response = responseFile === undefined ? { success: true } : readFileSync(responseFile);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL']!, max: 10 });

interface TransactionBody {
  readonly externalId: string;
  readonly amount: number;
  readonly currency: string;
}

server.post<{ Body: TransactionBody }>('/transactions', async ({ body }, reply) => {
  await pool.query({
    name: 'bare-insert',
    text: 'insert into bare_payments (external_id, amount, currency, body) values ($1, $2, $3, $4)',
    values: [body.externalId, body.amount, body.currency, JSON.stringify(body)],
  });
  return reply.status(201).type('application/json; charset=utf-8').send(response);
});

const url = await server.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ type: 'listening', url });
process.on('disconnect', () => process.exit(0));
