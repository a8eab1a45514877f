import type { AlertAction } from './alert-action.js';
import type { SuggestAction } from './suggest-action.js';
import type { SetStatusAction } from './set-status-action.js';
import type { AddToListAction } from './add-to-list-action.js';
import type { KeyAction } from './key-action.js';

/** What a hit does. Actions are data; the host applies them. */
export type Action = AlertAction | SuggestAction | SetStatusAction | AddToListAction | KeyAction;
