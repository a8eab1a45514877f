export { default as adminClasses } from './admin.module.css';
export { adminPage, Head, useRefused } from './parts/admin-page.js';
export { AskDialog, ConfirmDialog, SecretDialog } from './parts/dialogs.js';
export { LeaveGuard } from './parts/leave-guard.js';
export { Choice } from './parts/choice.js';
