import type { AddCommand } from '../command.js';

const examples = `
The key is read from TAMIS_API_KEY and needs \`audit:read\`. Store the printed head elsewhere: with --head it later shows whether entries
were rewritten or removed.

Examples:
  $ tamis audit verify --url https://tamis.example.com
  $ tamis audit verify --head 120:9f2c… --json`;

interface Options {
  readonly url: string;
  readonly head: readonly string[];
  readonly json?: true;
}

export const addAudit: AddCommand = (program, io, finish) => {
  const audit = program.command('audit').description('the audit log of a server').addHelpText('after', examples);
  audit
    .command('verify')
    .description('fetch the audit log of an organization and recompute its hashes')
    .option('--url <address>', 'the server', 'http://127.0.0.1:3000')
    .option('--head <sequence:hash>', 'a head that was printed before; can be repeated', collect, [])
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .exitOverride()
    .action(async ({ url, head, json }: Options) => {
      const { verifyAuditTrail } = await import('../runs/audit-verify.js');
      const key = process.env['TAMIS_API_KEY'] ?? '';
      finish(await verifyAuditTrail({ url, key, heads: head, json: json === true }, io));
    });
};

const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];
