import {
  createLanguageService,
  libraryCatalogue,
  loadDocumentation,
  loadPatterns,
  type LanguageService,
} from '@tamis/authoring/browser';
import {
  editedText as uri,
  type KnownNames,
  type Question,
  type Questions,
  type Reply,
  type Request,
} from './messages.js';

const analysisPauseMs = 400;

/** The worker globals that are used, declared here because the TypeScript types of pages and workers exclude each other. */
const scope = globalThis as unknown as {
  postMessage(reply: Reply): void;
  onmessage: ((event: { readonly data: Request }) => void) | null;
};

let service: LanguageService | null = null;
let version = 0;
let analysis: ReturnType<typeof setTimeout> | undefined;

type Responders = {
  readonly [Q in Question]: (of: LanguageService, asked: Questions[Q]['asked']) => Questions[Q]['answer'];
};

const responders: Responders = {
  completion: (of, position) => of.completion(uri, position),
  hover: (of, position) => of.hover(uri, position),
  fixes: (of, range) => of.codeActions(uri, range),
  definition: (of, position) => of.definition(uri, position),
  renamable: (of, position) => of.prepareRename(uri, position),
  rename: (of, { position, name }) => of.rename(uri, position, name),
  format: (of) => of.format(uri),
};

const allTargets = ['person', 'company', 'transaction', 'userEvent'] as const;

function open(text: string, { shared, lists, currencies, areMatricesHidden = false }: KnownNames): void {
  service = createLanguageService({
    ...{ catalogue: libraryCatalogue, lists, currencies },
    ...(areMatricesHidden && { findMatrix: () => allTargets }),
  });
  for (const { name, source } of shared) service.open(name, 0, source);
  service.open(uri, version, text);
  tell(service);
  void complete(service);
}

/** Loads the documentation and patterns only after the first findings, so that these are not delayed. */
async function complete(of: LanguageService): Promise<void> {
  await Promise.all([loadDocumentation(), loadPatterns()]);
  of.recheck();
  tell(of);
}

function tell(of: LanguageService): void {
  scope.postMessage({
    kind: 'findings',
    version,
    diagnostics: of.diagnostics(uri),
    tokens: of.semanticTokens(uri),
  });
  clearTimeout(analysis);
  analysis = setTimeout(() => void analyse(of), analysisPauseMs);
}

async function analyse(of: LanguageService): Promise<void> {
  const analysed = version;
  const differs = await of.analyse(() => new Promise((resolve) => setTimeout(resolve)));
  if (!differs || analysed !== version) return;
  scope.postMessage({ kind: 'findings', version, diagnostics: of.diagnostics(uri), tokens: of.semanticTokens(uri) });
}

function respond<Q extends Question>(of: LanguageService, question: Q, asked: Questions[Q]['asked']): unknown {
  return responders[question](of, asked);
}

scope.onmessage = ({ data }) => {
  if (data.kind === 'open') return open(data.text, data.names);
  if (!service) return;
  if (data.kind === 'ask') {
    return scope.postMessage({ kind: 'answer', id: data.id, answer: respond(service, data.question, data.asked) });
  }
  version = data.version;
  service.change(uri, version, data.changes);
  tell(service);
};
