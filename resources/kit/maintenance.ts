/**
 * When a maintenance window is open (maintenance/README.md): the single entry point, for the server and the console.
 */
export * from './maintenance/occurrences.ts'
export * from './maintenance/repeat.ts'
