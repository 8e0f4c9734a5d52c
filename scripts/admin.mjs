import { runCommand } from './command.mjs'

// `npm run admin -- reset <name>`: sets a new password for an account, on the database that `npm start` would serve
// (DATA_DIR, DATABASE_URL, .env).

await runCommand(async () => (await import('../server/session/adminCommand.ts')).adminCommand)
