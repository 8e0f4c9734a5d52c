/**
 * When an alarm rule fires (rule/README.md): the single entry point, for the engine, the backtest, the trace and the
 * console.
 */
export * from './rule/classes.ts'
export * from './rule/fresh.ts'
export * from './rule/limits.ts'
export * from './rule/problems.ts'
export * from './rule/record.ts'
export * from './rule/replay.ts'
export * from './rule/rescale.ts'
export * from './rule/scale.ts'
export * from './rule/schedule.ts'
export * from './rule/scope.ts'
export * from './rule/signal.ts'
export * from './rule/ruleState.ts'
export * from './rule/trace.ts'
