export { Button, buttonClass, inputClass, mainButtonClass } from './button.js';
export { Dialog } from './dialog.js';
export { FailureNotice } from './failure-notice.js';
export { Field } from './field.js';
export { Actions, Badge, Empty, Loading, Notice } from './notice.js';
export { useWaitRefusal } from './use-wait.js';
