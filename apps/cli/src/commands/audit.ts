import { Option } from 'commander';
import type { AddCommand } from '../command.js';
import type { AuditVerifyFlags } from '../runs/audit-verify.js';

const examples = `
The key needs \`audit:read\`. Store the printed head elsewhere: with --head it later shows whether entries were rewritten or removed.

Examples:
  $ tamis audit verify
  $ TAMIS_API_KEY=… tamis audit verify --server https://tamis.example.com
  $ tamis audit verify --head 120:9f2c… --json`;

interface Options extends AuditVerifyFlags {
  readonly url?: string;
}

export const addAudit: AddCommand = (program, io, finish) => {
  const audit = program.command('audit').description('the audit log of a server').addHelpText('after', examples);
  audit
    .command('verify')
    .description('fetch the audit log of an organization and recompute its hashes')
    .option('--server <address>', 'default: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .addOption(new Option('--url <address>', 'an older name of --server').hideHelp())
    .option('--head <sequence:hash>', 'a head that was printed before; can be repeated', collect, [])
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .exitOverride()
    .action(async ({ url, ...flags }: Options) => {
      const { verifyAuditTrail } = await import('../runs/audit-verify.js');
      const server = flags.server ?? url;
      finish(await verifyAuditTrail({ ...flags, ...(server === undefined ? {} : { server }) }, io));
    });
};

const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];
