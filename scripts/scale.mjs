import { onServices } from './services/layout.mjs'

// `npm run scale -- --devices 100000`: runs the layout by role on this machine, for trials (docs/scale.md, "Trying
// it"). Ctrl-C ends it and removes everything it created.

await onServices('scripts/scale.mjs', async () => (await import('../bench/scale/command.ts')).scaleCommand)
