// Loaded before a separate server process (`--import`), which then knows the fake providers.
import { fakeProviders } from './define-fake-provider.mjs';
import { serverProviders } from './server-providers.mjs';

serverProviders.push(...fakeProviders);
