import { runCommand } from './command.mjs'

// `npm run history -- move --from <address|here> --to <address|here>`: moves the history into a ClickHouse, or back
// into PostgreSQL (docs/operators.md), for the installation that `npm start` would serve (DATABASE_URL, .env).

await runCommand(async () => (await import('../server/storage/homes/moving/command.ts')).historyCommand)
