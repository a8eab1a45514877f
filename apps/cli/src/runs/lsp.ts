import { libraryCatalogue } from '@tamis/library';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { allLints } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { projectCurrencies } from '../input/project-settings.js';
import { readInputs } from '../input/read-inputs.js';
import {
  createLanguageService,
  semanticTokenTypes,
  type LanguageService,
  type LanguageServiceOptions,
} from '@tamis/authoring/language-service';
import {
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  ResponseError,
  TextDocumentSyncKind,
  type Connection,
  type InitializeResult,
} from 'vscode-languageserver/node';

/** A stored file of the project. */
interface ProjectFile {
  readonly uri: string;
  readonly text: string;
}

/** The streams to an editor. */
interface LspSession {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Reads the files whose names are known although no editor has opened them. */
  readonly readFiles: () => Promise<readonly ProjectFile[]>;
}

const capabilities: InitializeResult['capabilities'] = {
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  completionProvider: { triggerCharacters: ['.', '"', '{', '(', ',', ' '] },
  hoverProvider: true,
  signatureHelpProvider: { triggerCharacters: ['(', ','] },
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentFormattingProvider: true,
  codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll'] },
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  semanticTokensProvider: { legend: { tokenTypes: [...semanticTokenTypes], tokenModifiers: [] }, full: true },
};

/** The pause in typing after which the other files, and the rules as a set, are checked again. */
const debounceMs = 150;

/** Allows requests that arrived meanwhile to be processed. */
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns the address of a file as this process writes it, because editors escape the same path differently. */
function fileAddress(uri: string): string {
  try {
    return pathToFileURL(fileURLToPath(uri)).href;
  } catch {
    return uri;
  }
}

/** Handles changes, opening and closing of files. */
class Documents {
  /** The files that the editor has opened, with the addresses it uses for them. */
  readonly #open = new Map<string, string>();
  #pending: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly service: LanguageService,
    private readonly readFiles: LspSession['readFiles'],
  ) {}

  listen(): void {
    const { connection, service } = this;
    connection.onDidOpenTextDocument(async ({ textDocument: { uri, version, text } }) => {
      const file = fileAddress(uri);
      this.#open.set(file, uri);
      service.open(file, version, text);
      await this.readStored();
      this.#publish(file);
    });
    connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
      service.change(fileAddress(uri), version, contentChanges);
      this.#publish(fileAddress(uri));
    });
    connection.onDidCloseTextDocument(async ({ textDocument: { uri } }) => {
      this.#open.delete(fileAddress(uri));
      await this.readStored();
      void connection.sendDiagnostics({ uri, diagnostics: [] });
      this.#publish(fileAddress(uri));
    });
    connection.onDidChangeWatchedFiles(async () => {
      await this.readStored();
      for (const uri of this.#open.keys()) this.#publish(uri);
    });
  }

  /** Reads the files that no editor has opened: since the last time they may have been saved, added, renamed or removed. */
  async readStored(): Promise<void> {
    const files = (await this.readFiles()).filter(({ uri }) => !this.#open.has(uri));
    const stored = new Map(files.map(({ uri, text }) => [uri, text]));
    for (const uri of this.service.uris()) if (!this.#open.has(uri) && !stored.has(uri)) this.service.close(uri);
    for (const [uri, text] of stored) if (this.service.text(uri) !== text) this.service.open(uri, 0, text);
  }

  /**
   * Files share names, so that a change in one is reported in all: immediately in the changed file, and in the others when typing pauses.
   * After that, findings about several rules are also reported.
   */
  #publish(changed: string): void {
    this.#send(changed);
    clearTimeout(this.#pending);
    this.#pending = setTimeout(() => void this.#settle(changed), debounceMs);
  }

  async #settle(changed: string): Promise<void> {
    for (const uri of this.#open.keys()) if (uri !== changed) this.#send(uri);
    if (await this.service.analyse(pause)) for (const uri of this.#open.keys()) this.#send(uri);
  }

  #send(file: string): void {
    const uri = this.#open.get(file);
    if (uri !== undefined)
      void this.connection.sendDiagnostics({ uri, diagnostics: [...this.service.diagnostics(file)] });
  }
}

function registerRequestHandlers(connection: Connection, service: LanguageService): void {
  connection.onCompletion(({ textDocument: { uri }, position }) => [...service.completion(fileAddress(uri), position)]);
  connection.onHover(({ textDocument: { uri }, position }) => service.hover(fileAddress(uri), position));
  connection.onSignatureHelp(({ textDocument: { uri }, position }) =>
    service.signatureHelp(fileAddress(uri), position),
  );
  connection.onDefinition(({ textDocument: { uri }, position }) => [...service.definition(fileAddress(uri), position)]);
  connection.onReferences(({ textDocument: { uri }, position, context }) => [
    ...service.references(fileAddress(uri), position, context.includeDeclaration),
  ]);
  connection.onPrepareRename(({ textDocument: { uri }, position }) =>
    service.prepareRename(fileAddress(uri), position),
  );
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }) => {
    const result = service.rename(fileAddress(uri), position, newName);
    return result.ok ? result.edit : new ResponseError(ErrorCodes.InvalidParams, result.problem);
  });
  connection.onDocumentFormatting(({ textDocument: { uri } }) => [...service.format(fileAddress(uri))]);
  connection.onCodeAction(({ textDocument: { uri }, range }) => [...service.codeActions(fileAddress(uri), range)]);
  connection.onDocumentSymbol(({ textDocument: { uri } }) => [...service.documentSymbols(fileAddress(uri))]);
  connection.onFoldingRanges(({ textDocument: { uri } }) => [...service.foldingRanges(fileAddress(uri))]);
  connection.languages.semanticTokens.on(({ textDocument: { uri } }) => ({
    data: [...service.semanticTokens(fileAddress(uri))],
  }));
}

/**
 * Serves the Language Server Protocol on two streams. The process ends when the editor sends `exit` or its stream ends: with code 0 after
 * `shutdown`, otherwise 1; the promise never settles. All responses come from the language service.
 */
async function serveLsp(options: LanguageServiceOptions, session: LspSession): Promise<never> {
  const service = createLanguageService(options);
  const connection = createConnection(session.input, session.output);
  const documents = new Documents(connection, service, session.readFiles);
  await documents.readStored();
  let canWatch = false;
  connection.onInitialize(({ capabilities: { workspace } }) => {
    canWatch = workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return { capabilities, serverInfo: { name: 'tamis' } };
  });
  const watchers = [{ globPattern: '**/*.rules' }];
  connection.onInitialized(() => {
    if (canWatch) void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  });
  documents.listen();
  registerRequestHandlers(connection, service);
  connection.listen();
  return new Promise<never>(() => undefined);
}

/** Ends only on request of the editor, because the session ends the process. */
export async function lsp(io: CliIo): Promise<never> {
  const readFiles = async (): Promise<readonly ProjectFile[]> => {
    const { files } = await readInputs([], io);
    return files.flatMap(({ path, text }) => (path === null ? [] : [{ uri: pathToFileURL(path).href, text }]));
  };
  const session = { input: process.stdin, output: process.stdout, readFiles };
  return serveLsp({ catalogue: libraryCatalogue, lints: allLints(io), currencies: projectCurrencies(io) }, session);
}
