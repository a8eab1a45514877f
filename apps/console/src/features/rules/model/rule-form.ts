/** A rule in its JSON form. */
export type RuleForm = Readonly<Record<string, unknown>>;

/** Returns what to send for a changed form: a member that was removed is sent as `null`, because an absent one stays as it is. */
export const changedForm = (before: RuleForm, after: RuleForm): RuleForm => ({
  ...Object.fromEntries(Object.keys(before).map((key) => [key, null])),
  ...after,
});
