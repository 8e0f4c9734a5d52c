import { runCommand } from './command.mjs'

// `npm run move -- --to <address>`: records and history out of the SQLite of DATA_DIR into an empty PostgreSQL (docs/operators.md).

await runCommand(async () => (await import('../server/storage/toPostgres/command.ts')).moveCommand)
