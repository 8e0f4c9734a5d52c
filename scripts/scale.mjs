import { onServices } from './services/layout.mjs'

// `npm run scale -- --devices 100000`: the layout by role on this machine, for trying (docs/scale.md, "Trying it"). Ends, and leaves nothing behind,
// with Ctrl-C.

await onServices('scripts/scale.mjs', async () => (await import('../bench/scale/command.ts')).scaleCommand)
