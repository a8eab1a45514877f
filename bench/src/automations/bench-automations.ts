import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { once } from 'node:events';

import { inTransaction } from '@tamis/api/dist/platform/database/index.js';
import { writeEvents } from '@tamis/api/dist/platform/outbox/index.js';

import { type ApiOnDatabase, type ApiServer, withApiServer } from '../api-server.js';
import { ApiClient } from '../entities/api-client.js';
import { machine, machineLine, median } from '../machine.js';
import { postgresCpuUs, processCpuUs } from '../edge/postgres-cpu.js';
import { bareStepsPerSecond } from './bare-steps.js';
import { StatementCount, statementSettings } from './statement-count.js';

export interface AutomationsBenchOptions {
  /** The number of events of one round. */
  readonly events: number;
  readonly rounds: number;
  /** The time during which the server is killed every three seconds; 0 means never. */
  readonly killSeconds: number;
  readonly json: string | null;
}

interface Killed {
  /**
   * The results of the period with kills: the number of kills, the alerts in addition to one per event, and the events without an alert.
   */
  readonly killed: number;
  readonly doubled: number;
  readonly lost: number;
}

interface Costs {
  /** Milliseconds of CPU time for one execution, on any machine and under any load. */
  readonly serverCpuMs: number;
  readonly postgresCpuMs: number;
  readonly statementsPerExecution: number;
  readonly commitsPerExecution: number;
  /** The statements of an idle server. */
  readonly idleStatementsPerSecond: number;
}

interface Figures extends Costs, Killed {
  readonly threeStepExecutionsPerSecond: number;
  readonly bareExecutionsPerSecond: number;
  readonly ratioToBare: number;
  readonly events: number;
}

const entityCount = 500;
const killEveryMs = 3_000;
/** The number of executions of an automation on one entity in an hour is limited, so that events use the entities in turn. */
const eventsOfEntity = 20;
const idleSeconds = 10;

/** Measures from the commit of events to the end of the last three-step execution that they start, and checks the state after kills. */
export async function benchAutomations(options: AutomationsBenchOptions): Promise<void> {
  const settings = { shared_buffers: '512MB', max_wal_size: '4GB', max_connections: '100', ...statementSettings };
  await withApiServer({ name: 'automations', settings }, async (api) => {
    const load = loadavg()[0]!;
    const figures = await measure(api, options);
    console.log(machineLine(load));
    for (const [name, value] of Object.entries(figures))
      console.log(`${name.padEnd(30)}${Math.round(value * 1_000) / 1_000}`);
    if (options.json !== null)
      writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...figures })}\n`);
  });
}

async function measure(api: ApiOnDatabase, { events, rounds, killSeconds }: AutomationsBenchOptions): Promise<Figures> {
  const server = await api.start();
  const bench = new Bench(api);
  const count = await StatementCount.prepare(api.pool);
  await bench.prepare(server.port);
  // No entity may reach the hourly limit of executions.
  if ((rounds + 2) * events > entityCount * eventsOfEntity) throw new Error('fewer events or rounds');
  await bench.round(Math.ceil(events / 4));
  const [perSecond, bare]: number[][] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    perSecond!.push(await bench.round(events));
    bare!.push(await bareStepsPerSecond(api.databaseUrl, events));
  }
  const costs = await bench.cost(server, count, events);
  const threeStepExecutionsPerSecond = median(perSecond!);
  const bareExecutionsPerSecond = median(bare!);
  const killed = killSeconds === 0 ? { killed: 0, doubled: 0, lost: 0 } : await bench.kill(server, killSeconds);
  return {
    ...{ threeStepExecutionsPerSecond, bareExecutionsPerSecond },
    ratioToBare: threeStepExecutionsPerSecond / bareExecutionsPerSecond,
    ...{ ...costs, events, ...killed },
  };
}

class Bench {
  private entityIds: readonly string[] = [];
  private told = 0;

  constructor(private readonly api: ApiOnDatabase) {}

  /** Creates entities, and an automation with a condition, a variable and an alert. */
  async prepare(port: number): Promise<void> {
    const client = new ApiClient(port, this.api.key);
    const people = Array.from({ length: entityCount }, (_, n) => ({
      ...({ method: 'POST', path: '/entities' } as const),
      body: { type: 'person', name: `Person ${n}`, countryCode: 'BR' },
    }));
    const made = await client.sendAll(people, 16, 201);
    this.entityIds = made.map(
      ({ text }) => (JSON.parse(text) as { readonly entity: { readonly id: string } }).entity.id,
    );
    const body = {
      ...{ name: 'Bench', triggerType: 'entity_created' },
      conditions: [{ field: 'countryCode', operator: 'eq', value: 'BR' }],
      actions: [
        { type: 'set_variable', config: { name: 'mark', value: '{{mark}}' } },
        { type: 'create_alert', config: { name: 'Alert {{variables.mark}}', severity: 'LOW' } },
      ],
    };
    await client.sendAll([{ method: 'POST', path: '/automations', body }], 1, 201);
    client.close();
  }

  /** Returns three-step executions per second, for events that are committed together. */
  async round(events: number): Promise<number> {
    const begun = performance.now();
    await this.tell(events);
    await this.untilDone();
    return (events / (performance.now() - begun)) * 1_000;
  }

  /** Measures the cost of one execution in a separate round, and the cost of an idle server. */
  async cost({ pid }: ApiServer, count: StatementCount, events: number): Promise<Costs> {
    const { dataDir } = this.api;
    await count.begin();
    await sleep(idleSeconds * 1_000);
    const idle = await count.take();
    const before = [processCpuUs(pid), postgresCpuUs(dataDir)] as const;
    await this.round(events);
    const after = [processCpuUs(pid), postgresCpuUs(dataDir)] as const;
    const busy = await count.take();
    await count.end();
    return {
      ...{
        serverCpuMs: (after[0] - before[0]) / 1_000 / events,
        postgresCpuMs: (after[1] - before[1]) / 1_000 / events,
      },
      ...{ statementsPerExecution: busy.statements / events, commitsPerExecution: busy.commits / events },
      idleStatementsPerSecond: idle.statements / idleSeconds,
    };
  }

  async kill(server: ApiServer, seconds: number): Promise<Killed> {
    const { pool, organizationId } = this.api;
    // The executions counted in the last hour would otherwise disable the automation.
    await pool.query("update automation_executions set created_at = created_at - interval '2 hours'");
    let [current, kills] = [server, 0];
    const until = performance.now() + seconds * 1_000;
    while (performance.now() < until) {
      await this.tell(100);
      await sleep(killEveryMs);
      const gone = once(current.child, 'exit');
      current.child.kill('SIGKILL');
      await gone;
      kills += 1;
      current = await this.api.start();
    }
    await this.untilDone();
    const { rows } = await pool.query<{ alerts: number; different: number }>(
      'select count(*)::int as alerts, count(distinct name)::int as different from alerts where organization_id = $1',
      [organizationId],
    );
    const { alerts, different } = rows[0]!;
    return { killed: kills, doubled: alerts - different, lost: this.told - different };
  }

  private async tell(events: number): Promise<void> {
    const { pool, organizationId } = this.api;
    await inTransaction(pool, null, (client) =>
      writeEvents(
        client,
        Array.from({ length: events }, () => {
          const mark = (this.told += 1);
          const id = this.entityIds[mark % entityCount]!;
          const entity = { id, type: 'person', countryCode: 'BR' };
          return { organizationId, event: 'entity.created', payload: { entity, entityId: id, mark } };
        }),
      ),
    );
  }

  /** Waits until there are as many finished executions as events. */
  private async untilDone(): Promise<void> {
    for (;;) {
      const { rows } = await this.api.pool.query<{ done: number; others: number }>(
        `select count(*) filter (where status = 'completed')::int as done,
           count(*) filter (where status in ('failed', 'cancelled'))::int as others from automation_executions`,
      );
      const { done, others } = rows[0]!;
      if (others > 0) throw new Error(`${others} executions failed or were cancelled`);
      if (done >= this.told) return;
      await sleep(50);
    }
  }
}
