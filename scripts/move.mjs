import { runCommand } from './command.mjs'

// `npm run move -- --to <address>`: moves records and history from the SQLite of DATA_DIR into an empty PostgreSQL
// (docs/operators.md).

await runCommand(async () => (await import('../server/storage/toPostgres/command.ts')).moveCommand)
