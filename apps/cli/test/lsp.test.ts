import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LspClient } from './lsp-client.js';

const directory = mkdtempSync(join(tmpdir(), 'tamis-lsp-'));
const uri = pathToFileURL(join(directory, 'sample.rules')).href;

const text = `language 1

rule sample "Sample" {
  on transaction
  owner "risk"
  let sent = count(transactions from origin in last 1h)
  when sent >= 5 and origin.contryCode = "BR"
  then alert HIGH "{sent} payments"
}
`;

interface Published {
  readonly uri: string;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly range: { readonly start: { readonly line: number } };
  }[];
}

const errorsOf = (published: unknown): readonly string[] =>
  (published as Published).diagnostics.map(({ code }) => code).filter((code) => code.startsWith('E'));

// The first response waits for a process to start.
jest.setTimeout(30_000);

describe('tamis lsp', () => {
  writeFileSync(join(directory, 'sample.rules'), text);
  const client = new LspClient(directory);
  const document = { uri };

  afterAll(() => {
    client.kill();
    rmSync(directory, { recursive: true, force: true });
  });

  it('announces its capabilities', async () => {
    const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
    const answer = await client.request('initialize', { processId: process.pid, rootUri: null, capabilities });
    expect(answer).toMatchObject({
      serverInfo: { name: 'tamis' },
      capabilities: {
        hoverProvider: true,
        renameProvider: { prepareProvider: true },
        documentFormattingProvider: true,
      },
    });
    client.notify('initialized', {});
  });

  it('publishes diagnostics when a file is opened or changed', async () => {
    client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'rules', version: 1, text } });
    expect(errorsOf(await client.notification('textDocument/publishDiagnostics'))).toEqual(['E0201']);
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [
        { range: { start: { line: 6, character: 28 }, end: { line: 6, character: 38 } }, text: 'countryCode' },
      ],
    });
    expect(errorsOf(await client.notification('textDocument/publishDiagnostics'))).toEqual([]);
  });

  it('completes fields', async () => {
    const items = (await client.request('textDocument/completion', {
      textDocument: document,
      position: { line: 6, character: 28 },
    })) as { label: string }[];
    expect(items.map(({ label }) => label)).toContain('countryCode');
  });

  it('explains the symbol under the cursor', async () => {
    const hover = await client.request('textDocument/hover', {
      textDocument: document,
      position: { line: 6, character: 30 },
    });
    expect(JSON.stringify(hover)).toContain('origin.countryCode');
  });

  it('renames a let wherever it is used, or reports why it cannot', async () => {
    const position = { line: 5, character: 7 };
    const edit = await client.request('textDocument/rename', { textDocument: document, position, newName: 'payments' });
    expect((edit as { changes: Record<string, unknown[]> }).changes[uri]).toHaveLength(3);
    const refused = client.request('textDocument/rename', { textDocument: document, position, newName: 'when' });
    await expect(refused).rejects.toThrow('reserved word');
  });

  it('formats, outlines, folds and highlights', async () => {
    const edits = await client.request('textDocument/formatting', {
      textDocument: document,
      options: { tabSize: 2, insertSpaces: true },
    });
    expect(edits).not.toEqual([]);
    const symbols = await client.request('textDocument/documentSymbol', { textDocument: document });
    expect(symbols).toMatchObject([{ name: 'sample', detail: 'Sample' }]);
    expect(await client.request('textDocument/foldingRange', { textDocument: document })).toHaveLength(1);
    const tokens = (await client.request('textDocument/semanticTokens/full', { textDocument: document })) as {
      data: number[];
    };
    expect(tokens.data.length).toBeGreaterThan(50);
  });

  it('offers quick fixes, signature help and go to declaration', async () => {
    const at = { textDocument: document, position: { line: 6, character: 7 } };
    const [definition] = (await client.request('textDocument/definition', at)) as { range: { start: object } }[];
    expect(definition?.range.start).toEqual({ line: 5, character: 6 });
    const context = { includeDeclaration: true };
    expect(await client.request('textDocument/references', { ...at, context })).toHaveLength(3);
    expect(await client.request('textDocument/prepareRename', at)).toMatchObject({ start: { line: 6, character: 7 } });
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 3 },
      contentChanges: [
        { range: { start: { line: 6, character: 28 }, end: { line: 6, character: 39 } }, text: 'contryCode' },
      ],
    });
    const range = { start: { line: 6, character: 22 }, end: { line: 6, character: 30 } };
    const actions = (await client.request('textDocument/codeAction', {
      textDocument: document,
      range,
      context: { diagnostics: [] },
    })) as { title: string; kind: string }[];
    expect(actions.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['quickfix', 'source.fixAll']));
  });

  it('publishes diagnostics across rules when typing pauses', async () => {
    const other = pathToFileURL(join(directory, 'other.rules')).href;
    const never = text
      .replace('rule sample', 'rule never')
      .replace(/when .*\n/, 'when transaction.amount > 5 USD and transaction.amount < 3 USD\n');
    client.notify('textDocument/didOpen', {
      textDocument: { uri: other, languageId: 'rules', version: 1, text: never },
    });
    for (;;) {
      const published = (await client.notification('textDocument/publishDiagnostics')) as Published;
      if (published.uri === other && published.diagnostics.some(({ code }) => code === 'W1301')) break;
    }
    client.notify('textDocument/didClose', { textDocument: { uri: other } });
  });

  it('reads files again that were saved and closed, renamed or removed', async () => {
    const path = (name: string): string => join(directory, name);
    const user = pathToFileURL(path('user+.rules')).href;
    const untilErrors = async (wanted: readonly string[]): Promise<void> => {
      for (;;) {
        const published = (await client.notification('textDocument/publishDiagnostics')) as Published;
        if (published.uri === user && errorsOf(published).join() === wanted.join()) return;
      }
    };
    const open = (uriOf: string, textOf: string): void =>
      client.notify('textDocument/didOpen', {
        textDocument: { uri: uriOf, languageId: 'rules', version: 1, text: textOf },
      });
    open(user, 'language 1\n\nrule user {\n  on transaction\n  when transaction.amount > CAP\n}\n');
    await untilErrors(['E0202']);
    const shared = pathToFileURL(path('shared+.rules')).href;
    open(shared, 'language 1\n\nconst CAP = 5 USD\n');
    writeFileSync(path('shared+.rules'), 'language 1\n\nconst CAP = 5 USD\n');
    client.notify('textDocument/didClose', { textDocument: { uri: shared } });
    await untilErrors([]);
    expect(JSON.stringify(await client.notification('client/registerCapability'))).toContain('**/*.rules');
    renameSync(path('shared+.rules'), path('renamed.rules'));
    client.notify('workspace/didChangeWatchedFiles', { changes: [] });
    await untilErrors([]);
    const at = { textDocument: { uri: user }, position: { line: 4, character: 29 } };
    expect(await client.request('textDocument/definition', at)).toMatchObject([
      { uri: pathToFileURL(path('renamed.rules')).href },
    ]);
    rmSync(path('renamed.rules'));
    client.notify('workspace/didChangeWatchedFiles', { changes: [] });
    await untilErrors(['E0202']);
  });

  it('recognizes its own files by addresses that an editor escapes differently', async () => {
    mkdirSync(join(directory, 'a+b'));
    const [user, shared] = ['user.rules', 'shared.rules'].map((name) => join(directory, 'a+b', name)) as [
      string,
      string,
    ];
    const textOfUser =
      'language 1\n\nimport "shared.rules"\n\nrule escaped {\n  on transaction\n  when transaction.amount > HIGH\n}\n';
    writeFileSync(user, textOfUser);
    writeFileSync(shared, 'language 1\n\nconst HIGH = 5 USD\n');
    const escaped = pathToFileURL(user).href.replace('a+b', 'a%2Bb');
    client.notify('textDocument/didOpen', {
      textDocument: { uri: escaped, languageId: 'rules', version: 1, text: textOfUser },
    });
    for (;;) {
      const published = (await client.notification('textDocument/publishDiagnostics')) as Published;
      if (published.uri !== escaped) continue;
      expect(errorsOf(published)).toEqual([]);
      break;
    }
    const symbols = await client.request('textDocument/documentSymbol', { textDocument: { uri: escaped } });
    expect(symbols).toMatchObject([{ name: 'escaped' }]);
  });

  it('continues after a cancelled request and after an unknown one', async () => {
    client.notify('$/cancelRequest', { id: 1_000 });
    await expect(client.request('textDocument/unheardOf', {})).rejects.toThrow();
    const nowhere = { textDocument: { uri: 'file:///nowhere.rules' }, position: { line: 0, character: 0 } };
    expect(await client.request('textDocument/completion', nowhere)).toEqual([]);
    expect(await client.request('textDocument/hover', nowhere)).toBeNull();
  });

  it('exits with 0 after shutdown and exit', async () => {
    expect(await client.request('shutdown', null)).toBeNull();
    client.notify('exit', null);
    expect(await client.ended()).toBe(0);
    expect(client.errors).toBe('');
  });
});
