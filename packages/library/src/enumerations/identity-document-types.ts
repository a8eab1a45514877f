/** Kinds of identity document. */
export const identityDocumentTypes = ['national_id', 'passport', 'drivers_license', 'tax_id', 'other'] as const;

export type IdentityDocumentType = (typeof identityDocumentTypes)[number];
