import { onServices } from './services/layout.mjs'

// `npm run chaos`: kills each part of the layout by role under load, and compares the acknowledged data with the stored
// data (docs/scale.md, "Trying it").

await onServices('scripts/chaos.mjs', async () => (await import('../bench/chaos/command.ts')).chaosCommand)
