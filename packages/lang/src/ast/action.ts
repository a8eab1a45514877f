import type { AlertAction } from './alert-action.js';
import type { SuggestAction } from './suggest-action.js';
import type { SetStatusAction } from './set-status-action.js';
import type { AssignAction } from './assign-action.js';
import type { AddToListAction } from './add-to-list-action.js';
import type { OpenCaseAction } from './open-case-action.js';
import type { RunAutomationAction } from './run-automation-action.js';
import type { NotifyAction } from './notify-action.js';
import type { KeyAction } from './key-action.js';

/** The effect of a hit. Actions are data, applied by the host. */
export type Action =
  | AlertAction
  | SuggestAction
  | SetStatusAction
  | AssignAction
  | AddToListAction
  | OpenCaseAction
  | RunAutomationAction
  | NotifyAction
  | KeyAction;
