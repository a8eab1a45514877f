import { access } from './access.js';
import { analysis } from './analysis.js';
import { audit } from './audit.js';
import { automations } from './automations.js';
import { billing } from './billing.js';
import { blocks } from './blocks.js';
import { chosenRules } from './chosen-rules.js';
import { commands } from './commands.js';
import { documents } from './documents.js';
import { imports } from './imports.js';
import { lab } from './lab.js';
import { lists } from './lists.js';
import { matrices } from './matrices.js';
import { operations } from './operations.js';
import { organization } from './organization.js';
import { password } from './password.js';
import { rates } from './rates.js';
import { ruleFiles } from './rule-files.js';
import { ruleHealth } from './rule-health.js';
import { ruleHistory } from './rule-history.js';
import { ruleWords } from './rule-words.js';
import { settings } from './settings.js';
import { sharedRules } from './shared-rules.js';
import { sharing } from './sharing.js';
import { unknowns } from './unknowns.js';
import { views } from './views.js';
import { webhooks } from './webhooks.js';
import { why } from './why.js';
import { work } from './work.js';

export const admin = {
  settings,
  organization,
  operations,
  access,
  lab,
  lists,
  matrices,
  billing,
  webhooks,
  why,
  work,
  automations,
  imports,
  analysis,
  audit,
  blocks,
  chosenRules,
  commands,
  documents,
  password,
  rates,
  ruleFiles,
  ruleHealth,
  ruleHistory,
  ruleWords,
  sharedRules,
  sharing,
  unknowns,
  views,
};

/** The texts for administrators and operators that every language must have. */
export type AdminMessages = typeof admin;
