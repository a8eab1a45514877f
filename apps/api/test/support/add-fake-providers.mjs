// Loaded before a server of its own (`--import`), which then knows the fake providers.
import { fakeProviders } from './define-fake-provider.mjs';
import { serverProviders } from './server-providers.mjs';

serverProviders.push(...fakeProviders);
