import { startProfile, type ProfileShare } from '../edge/profile-shares.js';
import { threadCpu, type ThreadCpu } from '../pool/thread-cpu.js';

/** Requests of the parent process to the server. */
export type ServerRequest = 'cpu' | 'profile' | 'shares';

export type ServerReply =
  | { readonly type: 'cpu'; readonly cpu: ThreadCpu }
  | { readonly type: 'profile' }
  | { readonly type: 'shares'; readonly shares: readonly ProfileShare[] };

const sendToParent = (answer: ServerReply): void => void process.send?.(answer);
let stopProfile: (() => Promise<readonly ProfileShare[]>) | undefined;

process.on('message', (question: ServerRequest) => {
  if (question === 'cpu') sendToParent({ type: 'cpu', cpu: threadCpu() });
  else if (question === 'profile')
    void startProfile().then((stop) => {
      stopProfile = stop;
      sendToParent({ type: 'profile' });
    });
  else void stopProfile?.().then((shares) => sendToParent({ type: 'shares', shares }));
});
// The server ends when it is told to, although the parent could still send messages.
process.channel?.unref();

await import('@tamis/api/dist/main.js');
