import { parseArgs } from 'node:util';
import { benchAutomations } from './automations/bench-automations.js';
import { benchBusy } from './busy/bench-busy.js';
import { benchCompletion } from './completion/bench-completion.js';
import { benchConsole, consoleParts } from './console/bench-console.js';
import { benchDocuments } from './documents/bench-documents.js';
import { benchDryRun } from './dry-run/bench-dry-run.js';
import { benchEdge } from './edge/bench-edge.js';
import { benchEnrichment } from './enrichment/bench-enrichment.js';
import { benchEntities } from './entities/bench-entities.js';
import { benchEngine } from './engine/bench-engine.js';
import { benchExternalIds } from './external-ids/bench-external-ids.js';
import { benchHostileFiles } from './hostile-files/bench-hostile-files.js';
import { benchHostileRequests } from './hostile-requests/bench-hostile-requests.js';
import { benchHttp } from './http/bench-http.js';
import { benchImports } from './imports/bench-imports.js';
import { benchInbox } from './inbox/bench-inbox.js';
import { benchLists } from './lists/bench-lists.js';
import { benchMaterialize } from './materialize/bench-materialize.js';
import { benchOwnership } from './ownership/bench-ownership.js';
import { benchParse } from './parse/bench-parse.js';
import { benchTransactionsList } from './transactions-list/bench-transactions-list.js';
import { benchPool } from './pool/bench-pool.js';
import { benchProcesses } from './processes/bench-processes.js';
import { benchScreening } from './screening/bench-screening.js';
import { benchFit } from './screening/fit-weights.js';
import { soak } from './soak/soak.js';
import { benchServedList } from './watchlists/bench-served-list.js';
import { benchWatchlists } from './watchlists/bench-watchlists.js';
import { benchWebhooks } from './webhooks/bench-webhooks.js';
import { benchWindows } from './windows/bench-windows.js';

const usage = `npm run bench -- engine [--rules 10,100,1000,10000] [--only TEXT,TEXT] [--seed 1] [--rounds 5] [--sample-ms 250] [--json FILE]
npm run bench -- pool [--threads 2] [--rounds 3] [--seed 1] [--json FILE]
npm run bench -- parse [--rules 1000] [--seed 1] [--rounds 5] [--json FILE]
npm run bench -- windows [--events 100000] [--customers 50] [--seed 1] [--rounds 5] [--json FILE]
npm run bench -- completion [--rules 200] [--seed 1] [--samples 500] [--json FILE]
npm run bench -- console [--rules 1000] [--rounds 5] [--only ${consoleParts.join(',')}] [--json FILE]
npm run bench -- documents [--entries 20000] [--rounds 5] [--seed 1] [--json FILE]
npm run bench -- edge [--requests 4000] [--connections 32] [--rounds 5] [--json FILE]
npm run bench -- enrichment [--seconds 10] [--rounds 5] [--kill-seconds 60] [--json FILE]
npm run bench -- entities [--entities 1000000] [--requests 4000] [--connections 32] [--seed 1] [--json FILE]
npm run bench -- imports [--entities 20000] [--payments 100000] [--mode continue_collect_errors] [--seed 1] [--json FILE]
npm run bench -- inbox [--alerts 100000] [--requests 200] [--json FILE]
npm run bench -- transactions-list [--payments 100000] [--requests 200] [--json FILE]
npm run bench -- lists [--items 1000000] [--requests 4000] [--rounds 5] [--seed 1] [--json FILE]
npm run bench -- automations [--events 1000] [--rounds 3] [--kill-seconds 60] [--json FILE]
npm run bench -- materialize [--rounds 6] [--partners 100] [--json FILE]
npm run bench -- busy [--stored 100000] [--requests 200] [--json FILE]
npm run bench -- external-ids [--stored 1000000] [--json FILE]
npm run bench -- http [--stored 1000000] [--connections 64] [--seconds 20] [--seed 1] [--json FILE]
npm run bench -- hostile-files [--files TEXT,TEXT] [--seconds 120] [--server MAIN_JS] [--json FILE]
npm run bench -- hostile-requests [--seconds 20] [--json FILE]
npm run bench -- dry-run [--events 1000000] [--rules 100] [--seed 1] [--json FILE]
npm run bench -- screening [--entries 1000000] [--samples 4000] [--seed 1] [--json FILE]
npm run bench -- ownership [--entities 500] [--rounds 5] [--seed 1] [--json FILE]
npm run bench -- screening-fit [--samples 400] [--seed 1] [--json FILE]
npm run bench -- served-list [--entries 1000000] [--entities 1000000] [--seed 1] [--json FILE]
npm run bench -- watchlists [--entries 50000] [--seed 1] [--json FILE]
npm run bench -- processes [--processes 4] [--organizations 1000] [--kills 20] [--payments 2000] [--upload-mb 149] [--parts load,restart,exact,kills,uploads] [--json FILE]
npm run bench -- webhooks [--stored 1000000] [--events 500] [--rounds 5] [--json FILE]
npm run soak -- [--minutes 30] [--connections 32] [--json FILE]`;

const options = {
  rules: { type: 'string' },
  alerts: { type: 'string' },
  events: { type: 'string' },
  customers: { type: 'string', default: '50' },
  entities: { type: 'string' },
  partners: { type: 'string', default: '100' },
  entries: { type: 'string' },
  items: { type: 'string', default: '1000000' },
  payments: { type: 'string' },
  processes: { type: 'string', default: '4' },
  organizations: { type: 'string', default: '1000' },
  kills: { type: 'string', default: '20' },
  parts: { type: 'string', default: 'load,restart,exact,kills,uploads' },
  'upload-mb': { type: 'string', default: '149' },
  samples: { type: 'string' },
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
  'kill-seconds': { type: 'string' },
  minutes: { type: 'string', default: '30' },
  only: { type: 'string' },
  json: { type: 'string' },
  mode: { type: 'string' },
} as const;

const { positionals, values } = readArguments();

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(2);
  }
}

/** Parts of the console benchmark. All parts if none is given. */
function chosenParts(named: string | undefined): readonly string[] {
  const parts = named?.split(',') ?? consoleParts;
  const unknown = parts.filter((part) => !consoleParts.includes(part));
  if (unknown.length === 0) return parts;
  console.error(`--only: ${unknown.join(', ')}: not one of ${consoleParts.join(', ')}\n\n${usage}`);
  process.exit(2);
}

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
      only: (values.only ?? '').split(','),
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
      samples: Number(values.samples ?? '500'),
      json,
    });
    break;
  case 'console':
    await benchConsole({ rules: Number(values.rules ?? '1000'), rounds, only: chosenParts(values.only), json });
    break;
  case 'documents':
    benchDocuments({ zones: Number(values.entries ?? '20000'), rounds, seed: Number(values.seed), json });
    break;
  case 'edge':
    await benchEdge({
      requests: Number(values.requests ?? 4000),
      connections: Number(values.connections ?? 32),
      rounds,
      json,
    });
    break;
  case 'enrichment':
    await benchEnrichment({
      seconds: Number(values.seconds ?? 10),
      rounds: Number(values.rounds ?? 5),
      killSeconds: Number(values['kill-seconds'] ?? 60),
      json,
    });
    break;
  case 'entities':
    await benchEntities({
      entities: Number(values.entities ?? '1000000'),
      requests: Number(values.requests ?? 4000),
      connections: Number(values.connections ?? 32),
      seed: Number(values.seed),
      json,
    });
    break;
  case 'materialize':
    await benchMaterialize({ rounds, partners: Number(values.partners), json });
    break;
  case 'imports':
    await benchImports({
      entities: Number(values.entities ?? '20000'),
      payments: Number(values.payments ?? '100000'),
      seed: Number(values.seed),
      mode: values.mode ?? 'continue_collect_errors',
      json,
    });
    break;
  case 'transactions-list':
    await benchTransactionsList({
      payments: Number(values.payments ?? 100_000),
      requests: Number(values.requests ?? 200),
      json,
    });
    break;
  case 'inbox':
    await benchInbox({ alerts: Number(values.alerts ?? 100_000), rounds: Number(values.requests ?? 200), json });
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
  case 'automations':
    await benchAutomations({
      events: Number(values.events ?? 1_000),
      rounds: Math.min(rounds, 3),
      killSeconds: Number(values['kill-seconds'] ?? 60),
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
  case 'screening':
    await benchScreening({
      entries: Number(values.entries ?? '1000000'),
      parties: Number(values.samples ?? '4000'),
      seed: Number(values.seed),
      json,
    });
    break;
  case 'ownership': {
    const entities = Number(values.entities ?? '500');
    benchOwnership({ entities, inCycles: Math.ceil(entities / 10), rounds, seed: Number(values.seed), json });
    break;
  }
  case 'screening-fit':
    benchFit({ names: Number(values.samples ?? '400'), seed: Number(values.seed), json });
    break;
  case 'served-list':
    await benchServedList({
      entries: Number(values.entries ?? '1000000'),
      monitored: Number(values.entities ?? '1000000'),
      seed: Number(values.seed),
      json,
    });
    break;
  case 'watchlists':
    benchWatchlists({ entries: Number(values.entries ?? '50000'), seed: Number(values.seed), json });
    break;
  case 'processes':
    await benchProcesses({
      processes: Number(values.processes),
      organizations: Number(values.organizations),
      kills: Number(values.kills),
      payments: Number(values.payments ?? 2_000),
      uploadMb: Number(values['upload-mb']),
      parts: values.parts.split(','),
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
    await soak({ minutes: Number(values.minutes), connections: Number(values.connections ?? 32), json });
    break;
  default:
    console.error(usage);
    process.exitCode = 2;
}
