import { parseArgs } from 'node:util';
import { benchBusy } from './busy/bench-busy.js';
import { benchCompletion } from './completion/bench-completion.js';
import { benchDryRun } from './dry-run/bench-dry-run.js';
import { benchEdge } from './edge/bench-edge.js';
import { benchEntities } from './entities/bench-entities.js';
import { benchEngine } from './engine/bench-engine.js';
import { benchExternalIds } from './external-ids/bench-external-ids.js';
import { benchHostileFiles } from './hostile-files/bench-hostile-files.js';
import { benchHostileRequests } from './hostile-requests/bench-hostile-requests.js';
import { benchHttp } from './http/bench-http.js';
import { benchLists } from './lists/bench-lists.js';
import { benchParse } from './parse/bench-parse.js';
import { benchPool } from './pool/bench-pool.js';
import { soak } from './soak/soak.js';
import { benchWebhooks } from './webhooks/bench-webhooks.js';
import { benchWindows } from './windows/bench-windows.js';

const usage = `npm run bench -- engine [--rules 10,100,1000,10000] [--seed 1] [--rounds 5] [--sample-ms 250] [--json FILE]
npm run bench -- pool [--threads 2] [--rounds 3] [--seed 1] [--json FILE]
npm run bench -- parse [--rules 1000] [--seed 1] [--rounds 5] [--json FILE]
npm run bench -- windows [--events 100000] [--customers 50] [--seed 1] [--rounds 5] [--json FILE]
npm run bench -- completion [--rules 200] [--seed 1] [--samples 500] [--json FILE]
npm run bench -- edge [--requests 4000] [--connections 32] [--rounds 5] [--json FILE]
npm run bench -- entities [--entities 1000000] [--requests 4000] [--connections 32] [--seed 1] [--json FILE]
npm run bench -- lists [--items 1000000] [--requests 4000] [--rounds 5] [--seed 1] [--json FILE]
npm run bench -- busy [--stored 100000] [--requests 200] [--json FILE]
npm run bench -- external-ids [--stored 1000000] [--json FILE]
npm run bench -- http [--stored 1000000] [--connections 64] [--seconds 20] [--seed 1] [--json FILE]
npm run bench -- hostile-files [--files TEXT,TEXT] [--seconds 120] [--server MAIN_JS] [--json FILE]
npm run bench -- hostile-requests [--seconds 20] [--json FILE]
npm run bench -- dry-run [--events 1000000] [--rules 100] [--seed 1] [--json FILE]
npm run bench -- webhooks [--stored 1000000] [--events 500] [--rounds 5] [--json FILE]
npm run soak -- [--minutes 30] [--connections 32]`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rules: { type: 'string' },
    events: { type: 'string' },
    customers: { type: 'string', default: '50' },
    entities: { type: 'string', default: '1000000' },
    items: { type: 'string', default: '1000000' },
    samples: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
    'sample-ms': { type: 'string', default: '250' },
    requests: { type: 'string' },
    connections: { type: 'string' },
    threads: { type: 'string', default: '2' },
    stored: { type: 'string' },
    files: { type: 'string' },
    server: { type: 'string' },
    seconds: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    json: { type: 'string' },
  },
});

const json = values.json ?? null;
const rounds = Number(values.rounds);

switch (positionals[0]) {
  case 'engine':
    await benchEngine({
      ruleCounts: (values.rules ?? '10,100,1000,10000').split(',').map(Number),
      seed: Number(values.seed),
      sampleMs: Number(values['sample-ms']),
      rounds,
      json,
    });
    break;
  case 'pool':
    await benchPool({ threads: Number(values.threads), rounds, seed: Number(values.seed), json });
    break;
  case 'parse':
    benchParse({ rules: Number(values.rules ?? '1000'), seed: Number(values.seed), rounds: 2 * rounds + 1, json });
    break;
  case 'windows':
    benchWindows({
      events: Number(values.events ?? '100000'),
      customers: Number(values.customers),
      seed: Number(values.seed),
      rounds,
      json,
    });
    break;
  case 'completion':
    benchCompletion({
      rules: Number(values.rules ?? '200'),
      seed: Number(values.seed),
      samples: Number(values.samples),
      json,
    });
    break;
  case 'edge':
    await benchEdge({
      requests: Number(values.requests ?? 4000),
      connections: Number(values.connections ?? 32),
      rounds,
      json,
    });
    break;
  case 'entities':
    await benchEntities({
      entities: Number(values.entities),
      requests: Number(values.requests ?? 4000),
      connections: Number(values.connections ?? 32),
      seed: Number(values.seed),
      json,
    });
    break;
  case 'lists':
    await benchLists({
      items: Number(values.items),
      requests: Number(values.requests ?? 4000),
      rounds,
      seed: Number(values.seed),
      json,
    });
    break;
  case 'busy':
    await benchBusy({ stored: Number(values.stored ?? 100_000), requests: Number(values.requests ?? 200), json });
    break;
  case 'external-ids':
    await benchExternalIds({ stored: Number(values.stored ?? 1_000_000), json });
    break;
  case 'http':
    await benchHttp({
      stored: Number(values.stored ?? 1_000_000),
      connections: Number(values.connections ?? 64),
      seconds: Number(values.seconds ?? 20),
      seed: Number(values.seed),
      json,
    });
    break;
  case 'hostile-files':
    await benchHostileFiles({
      files: values.files?.split(',') ?? null,
      seconds: Number(values.seconds ?? 120),
      server: values.server ?? null,
      json,
    });
    break;
  case 'hostile-requests':
    await benchHostileRequests({ seconds: Number(values.seconds ?? 20), json });
    break;
  case 'dry-run':
    await benchDryRun({
      events: Number(values.events ?? '1000000'),
      rules: Number(values.rules ?? '100'),
      seed: Number(values.seed),
      json,
    });
    break;
  case 'webhooks':
    await benchWebhooks({
      stored: Number(values.stored ?? 1_000_000),
      events: Number(values.events ?? 500),
      rounds,
      json,
    });
    break;
  case 'soak':
    await soak({ minutes: Number(values.minutes), connections: Number(values.connections ?? 32) });
    break;
  default:
    console.error(usage);
    process.exitCode = 2;
}
