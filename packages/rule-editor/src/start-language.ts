import type { DocumentChange } from '@tamis/authoring/browser';
import type { KnownNames, Question, Questions, Reply, Request } from './messages.js';

export type Findings = Extract<Reply, { readonly kind: 'findings' }>;

/** The rule language in its own thread, so that typing never waits for it. */
export interface Language {
  open(text: string, names: KnownNames): void;
  edit(version: number, changes: readonly DocumentChange[]): void;
  ask<Q extends Question>(question: Q, asked: Questions[Q]['asked']): Promise<Questions[Q]['answer']>;
  onFindings(listener: (findings: Findings) => void): void;
  end(): void;
}

export function startLanguage(): Language {
  const worker = new Worker(new URL('./language-worker.js', import.meta.url), { type: 'module', name: 'language' });
  const waiting = new Map<number, (answer: never) => void>();
  let listener: (findings: Findings) => void = () => undefined;
  let asked = 0;
  const post = (request: Request): void => worker.postMessage(request);
  worker.onmessage = ({ data }: MessageEvent<Reply>) => {
    if (data.kind === 'findings') return listener(data);
    waiting.get(data.id)?.(data.answer as never);
    waiting.delete(data.id);
  };
  return {
    open: (text, names) => post({ kind: 'open', text, names }),
    edit: (version, changes) => post({ kind: 'edit', version, changes }),
    ask: (question, about) =>
      new Promise((resolve) => {
        asked += 1;
        waiting.set(asked, resolve);
        post({ kind: 'ask', id: asked, question, asked: about } as Request);
      }),
    onFindings: (heard) => (listener = heard),
    end: () => worker.terminate(),
  };
}
