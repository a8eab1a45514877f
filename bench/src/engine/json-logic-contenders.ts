import { LogicEngine } from 'json-logic-engine';
import jsonLogic, { type RulesLogic } from 'json-logic-js';
import type { LoadContender } from './contender.js';
import { jsonLogicRule } from './json-logic-rules.js';
import type { WorkloadContext } from './workload.js';

/** Each rule is compiled to a function once, which is its fastest mode. */
export const loadJsonLogicEngine: LoadContender = (rules) => {
  const engine = new LogicEngine();
  engine.addMethod('startsWith', ([value, start]: [string, string]) => value.startsWith(start), {
    deterministic: true,
  });
  const built = rules.map((rule) => engine.build(jsonLogicRule(rule)) as (context: WorkloadContext) => unknown);
  return {
    name: 'json-logic-engine compiled',
    evaluate: (context) => built.flatMap((holds, index) => (holds(context) === true ? [index] : [])),
  };
};

/** The reference implementation of JsonLogic, which is an interpreter. */
export const loadJsonLogicJs: LoadContender = (rules) => {
  jsonLogic.add_operation('startsWith', (value: string, start: string) => value.startsWith(start));
  const logic = rules.map((rule) => jsonLogicRule(rule) as RulesLogic);
  return {
    name: 'json-logic-js',
    evaluate: (context) => logic.flatMap((rule, index) => (jsonLogic.apply(rule, context) === true ? [index] : [])),
  };
};
