export const password = {
  title: 'Change your password',
  tells: 'All your other sessions end. Your work here goes on.',
  current: 'Current password',
  next: 'New password',
  rule: 'At least 12 characters. Only the length matters.',
  wrong: 'This is not your current password.',
  same: 'This is already your password.',
  forgot: 'Forgotten, or none set yet? Send me a link',
  sent: (email: string) => `The link has been sent to ${email}. It is valid for 30 minutes.`,
  change: 'Change password',
  changed: 'Password changed. All other sessions have ended.',
};
