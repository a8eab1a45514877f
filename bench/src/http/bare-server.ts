import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import pg from 'pg';

/**
 * What any server of payments does at least: Fastify stores what it is sent, in one statement. Started with its database in `DATABASE_URL`,
 * and with a response in the file `RESPONSE` where it says more than that it was stored.
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
