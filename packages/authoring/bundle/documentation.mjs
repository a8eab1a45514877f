// The bundler inserts the texts of the library here.
export const declarations = {};
export const fields = {};
