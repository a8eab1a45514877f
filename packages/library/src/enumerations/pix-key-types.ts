/** What a key of the Brazilian Pix system can be. */
export const pixKeyTypes = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;

export type PixKeyType = (typeof pixKeyTypes)[number];
