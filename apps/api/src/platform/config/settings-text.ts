import { settings } from './settings.js';

const all = Object.values(settings);

/** Returns the output of `--help`. */
export function settingsHelp(): string {
  const width = Math.max(...all.map(({ name }) => name.length)) + 2;
  const lines = all.map(
    ({ name, defaultText, description }) =>
      `  ${name.padEnd(width)}${plain(description)} ${defaultText === null ? '(required)' : `(default: ${defaultText})`}`,
  );
  return `The API server of Tamis. Its settings are environment variables:\n\n${lines.join('\n')}\n`;
}

/** Returns the content of `apps/api/SETTINGS.md`. */
export function settingsPage(): string {
  const rows = all.map(
    ({ name, defaultText, description }) => [`\`${name}\``, defaultText ?? 'required', description] as const,
  );
  const head = ['Variable', 'Default', 'Meaning'] as const;
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return `# Settings of the API server

Variables of the environment. A wrong one ends the start with a line that names it.

${[line(head), rule, ...rows.map(line)].join('\n')}

\`GET /health/live\` answers while the process does, \`GET /health/ready\` while it should be sent requests. \`GET /metrics\` is
for Prometheus: with \`METRICS_TOKEN\` it asks for that token, without it answers this machine only, and never what a
proxy forwards. Logs name requests and organizations by id, and hold no body, query, address or key.

Behind a load balancer, \`TRUSTED_PROXIES\` holds its addresses: without them every caller has the address of the load balancer, so
that allow lists of keys refuse all, one guesser of passwords slows everybody, and what is asked without a key shares the few places of
one address. It must set or extend \`X-Forwarded-For\` itself,
and stop sending requests within \`DRAIN_MS\` of \`/health/ready\` failing. Clients of \`/socket.io\` that begin with requests instead of a
websocket have to reach the same process each time.
\`RECEIVE_TIMEOUT_MS\` bounds how long a sender may take; a request that takes longer is answered with 408 and its connection closed.

Start the server as \`node --max-semi-space-size=32 --initial-old-space-size=192 apps/api/dist/main.js\`, as \`npm start\` does: with new
objects of 32 MB between two collections instead of 16 MB, those of payments under way are seldom copied; and the old objects, some
110 MB, are not collected before there are 192 MB of them: to mark them takes a processor for a tenth of a second and more, as
\`--trace-gc\` shows, and Node.js would do so after every few MB. They may take 48 and 60 MB more memory. Node.js takes the second
option from its command line only, not from \`NODE_OPTIONS\`.
On a machine of few processors add \`--v8-pool-size=N\`, with as many as there are processors but one, and 1 at least: Node.js collects garbage
in four threads, whatever there is, and while a large file is imported others wait for them.
\`npm run build\` joins its modules in a few files; with \`--enable-source-maps\`, errors in the log name lines of the sources.

PostgreSQL on the same machine is asked through its Unix socket (\`DATABASE_URL=postgres://user:password@host/database?host=/run/postgresql\`):
the server asks it some seven times for a payment, and each question costs less than over TCP. Give it a \`min_wal_size\` of an hour's
busiest minutes (2 GB, say, with a \`max_wal_size\` of 4 GB): files of its log are then used again, while each new one of 16 MB holds up
everything that is committed until it is written.
`;
}

const plain = (text: string): string => text.replaceAll('`', '');
