// Replaces modules whose work is done elsewhere. None of these functions is ever called.
const nothing = () => [];

export const analyseRules = nothing;
export const describeFinding = nothing;
export const patternProblem = nothing;
export const keptPattern = nothing;
export const validateGrammar = nothing;
export const validateLookahead = nothing;
export const validateRuleIsOverridden = nothing;
export const validateAmbiguousAlternationAlternatives = nothing;
export const validateEmptyOrAlternative = nothing;
export const validateNoLeftRecursion = nothing;
export const validateSomeNonEmptyLookaheadPath = nothing;
