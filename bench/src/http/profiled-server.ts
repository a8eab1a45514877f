import { startProfile, type ProfileShare } from '../edge/profile-shares.js';
import { threadCpu, type ThreadCpu } from '../pool/thread-cpu.js';

/** What the parent process asks of the server. */
export type ServerQuestion = 'cpu' | 'profile' | 'shares';

export type ServerAnswer =
  | { readonly type: 'cpu'; readonly cpu: ThreadCpu }
  | { readonly type: 'profile' }
  | { readonly type: 'shares'; readonly shares: readonly ProfileShare[] };

const tell = (answer: ServerAnswer): void => void process.send?.(answer);
let stopProfile: (() => Promise<readonly ProfileShare[]>) | undefined;

process.on('message', (question: ServerQuestion) => {
  if (question === 'cpu') tell({ type: 'cpu', cpu: threadCpu() });
  else if (question === 'profile')
    void startProfile().then((stop) => {
      stopProfile = stop;
      tell({ type: 'profile' });
    });
  else void stopProfile?.().then((shares) => tell({ type: 'shares', shares }));
});
// The server ends when it is told to, although the parent could still ask.
process.channel?.unref();

await import('@tamis/api/dist/main.js');
