/** Types of keys in the Brazilian Pix system. */
export const pixKeyTypes = ['cpf', 'cnpj', 'email', 'phone', 'random'] as const;

export type PixKeyType = (typeof pixKeyTypes)[number];
