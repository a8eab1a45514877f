/** Sources that are collections of their own. Every other source is a path of the subject. */
const recordSources = ['transactions', 'userEvents', 'alerts', 'cases', 'relationships', 'accounts'] as const;

export const isRecordSource = (source: string): boolean => (recordSources as readonly string[]).includes(source);
