// The bundler inserts the library's check of patterns here.
export const patternProblem = () => null;
