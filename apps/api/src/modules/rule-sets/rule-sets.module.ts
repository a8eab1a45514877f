import { Module } from '@nestjs/common';

import { Evaluations } from './use-cases/evaluations.js';
import { RuleSets } from './use-cases/rule-sets.js';

/** What decides: rule sets as values, who has which in force, and their evaluation. */
@Module({ providers: [RuleSets, Evaluations], exports: [RuleSets, Evaluations] })
export class RuleSetsModule {}
